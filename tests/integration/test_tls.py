"""https and wss with a certificate made here; what is wrong with one is said before the start."""

from __future__ import annotations

import json
import ssl
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from brisa.app.options import ServerOptions, TlsOptions
from brisa.app.tls import check_tls
from brisa.engines.scripted import Script, ScriptedEngine
from brisa.errors import ConfigError
from support.certificates import PASSWORD, Certificate, make_certificate
from support.command_line import CommandLine, command_line
from support.live_server import DEADLINE_S, LiveServer, eventually, read_to_end, speech_request
from support.scripted_steps import CountedSteps
from support.stream_client import StreamClient

pytestmark = pytest.mark.integration

SPEECH = {"input": "Words over a closed line.", "response_format": "pcm"}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("strangers"), "other")


def options(tls: TlsOptions) -> ServerOptions:
    return ServerOptions(default_voice="scripted", warm_formats=(), tls=tls, body_timeout_s=1.0)


@pytest.mark.parametrize("kind", ["two files", "one file", "a locked key"])
def test_speech_over_https_and_wss(certificate: Certificate, kind: str) -> None:
    tls = {
        "two files": TlsOptions(certificate.cert, certificate.key),
        "one file": TlsOptions(certificate.both),
        "a locked key": TlsOptions(certificate.cert, certificate.locked, PASSWORD),
    }[kind]
    with LiveServer(ScriptedEngine(), options(tls)) as server:
        assert server.url.startswith("https://127.0.0.1:")
        trusted = certificate.trusted()
        with httpx.Client(verify=trusted, timeout=DEADLINE_S) as client:
            whole = client.post(f"{server.url}/v1/audio/speech", json=SPEECH)
            assert whole.status_code == 200
            assert len(whole.content) > 1000
        address = f"wss://127.0.0.1:{server.port}/v1/stream"
        with connect(address, ssl=trusted, compression=None) as socket:
            talk = StreamClient(socket)
            talk.speak(SPEECH["input"], sample_rate=24_000)
            assert talk.end_of(1)["type"] == "finished"
            assert talk.pcm[1].astype("<i2").tobytes() == whole.content


def test_who_does_not_speak_tls_is_sent_away(certificate: Certificate) -> None:
    with LiveServer(ScriptedEngine(), options(TlsOptions(certificate.both))) as server:
        with server.connection() as bare:
            bare.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            assert b"HTTP/1.1" not in read_to_end(bare)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.url}/health")  # nobody vouches for the certificate
        eventually(lambda: not server.uvicorn.server_state.connections, "both are gone")


def test_who_reads_nothing_is_made_no_more_than_fits(certificate: Certificate) -> None:
    """What TLS keeps for itself counts, too."""
    steps = CountedSteps(Script(chunk_samples=4800))
    text = "This sentence is spoken over and over again to somebody who does not read. " * 400
    with (
        LiveServer(steps.engine, options(TlsOptions(certificate.both))) as server,
        server.connection(receive_buffer_bytes=4096) as bare,
        certificate.trusted().wrap_socket(bare, server_hostname="localhost") as slow,
    ):
        slow.sendall(speech_request(input=text, response_format="pcm"))
        eventually(server.held_back, "nothing more is made for who does not read")
        assert steps.begun < len(text) * 1200 // 4800 / 2


def test_old_protocols_are_refused(certificate: Certificate) -> None:
    old = certificate.trusted()
    old.minimum_version = ssl.TLSVersion.TLSv1_2
    with LiveServer(ScriptedEngine(), options(TlsOptions(certificate.both))) as server:
        with server.connection() as bare, old.wrap_socket(bare, server_hostname="localhost") as tls:
            assert tls.version() in ("TLSv1.2", "TLSv1.3")
        assert server.uvicorn.config.ssl is not None
        assert server.uvicorn.config.ssl.minimum_version >= ssl.TLSVersion.TLSv1_2


def test_what_is_wrong_is_said(
    certificate: Certificate, stranger: Certificate, tmp_path: Path
) -> None:
    nothing, folder = tmp_path / "none.pem", tmp_path
    text = tmp_path / "text.pem"
    text.write_text("not a certificate")
    cases = {
        (nothing, None): "server.tls_cert: .*none.pem cannot be read: No such file",
        (folder, None): "server.tls_cert: .* cannot be read: Is a directory",
        (certificate.cert, nothing): "server.tls_key: .*none.pem cannot be read",
        (text, certificate.key): "server.tls_cert: .*text.pem holds no certificate",
        (certificate.key, certificate.key): "server.tls_cert: .* holds no certificate",
        (certificate.cert, text): "server.tls_key: .*text.pem holds no key",
        (certificate.cert, None): "server.tls_key: .* holds no key; name the key's file",
        (certificate.cert, stranger.key): "server.tls_key: .* is not the key of the certificate",
        (certificate.cert, certificate.locked): "needs a password: server.tls_key_password",
    }
    for (cert, key), message in cases.items():
        with pytest.raises(ConfigError, match=message):
            check_tls(TlsOptions(cert, key))
    with pytest.raises(ConfigError, match="needs another password") as error:
        check_tls(TlsOptions(certificate.cert, certificate.locked, "quokka-wrong"))
    assert "quokka" not in str(error.value)


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def test_the_command_takes_them(brisa: CommandLine, certificate: Certificate) -> None:
    files = ("--tls-cert", str(certificate.cert), "--tls-key", str(certificate.locked))
    password = {"BRISA_SERVER__TLS_KEY_PASSWORD": PASSWORD}
    process = brisa.start("serve", "--port", "0", "--json", *files, **password)
    with process:
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            assert url.startswith("https://")
            assert httpx.get(f"{url}/health", verify=certificate.trusted()).status_code == 200
            process.terminate()
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert PASSWORD not in err.decode()


def test_the_command_says_what_is_wrong(
    brisa: CommandLine, certificate: Certificate, stranger: Certificate
) -> None:
    files = ("--tls-cert", str(certificate.cert), "--tls-key", str(stranger.key))
    done = brisa.run("serve", "--port", "0", *files)
    assert (done.code, done.out) == (2, b"")
    assert "is not the key of the certificate" in done.err.splitlines()[-1]
    assert brisa.run("serve", "--tls-key", str(stranger.key)).code == 2
    (brisa.folder / "a.yaml").write_text(
        f"server: {{tls_cert: {certificate.cert}, tls_key: {certificate.locked},"
        f" tls_key_password: {PASSWORD}-wrong}}\n"
    )
    checked = brisa.run("check-config", "a.yaml")
    assert checked.code == 2
    assert "needs another password" in checked.err
    assert PASSWORD not in checked.err + checked.out.decode()
    assert 'tls_key_password: "********"' in checked.out.decode()
