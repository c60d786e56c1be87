"""Certificates made for a test, by the openssl command."""

from __future__ import annotations

import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

PASSWORD = "quokka-hush"


@dataclass(frozen=True)
class Certificate:
    """Files in PEM; ``locked`` is the key under :data:`PASSWORD`, ``both`` certificate and key."""

    cert: Path
    key: Path
    locked: Path
    both: Path

    def trusted(self) -> ssl.SSLContext:
        """For clients: this certificate and no other."""
        return ssl.create_default_context(cafile=self.cert)


def make_certificate(folder: Path, name: str = "own") -> Certificate:
    """For 127.0.0.1 and localhost, signed by itself."""
    made = Certificate(*(folder / f"{name}-{part}.pem" for part in ("c", "k", "l", "b")))
    _openssl(
        *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
        *("-keyout", str(made.key), "-out", str(made.cert), "-days", "2", "-subj", "/CN=localhost"),
        *("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
        *("-addext", "keyUsage=critical,digitalSignature,keyCertSign"),
    )
    _openssl("ec", "-in", str(made.key), "-aes256", "-passout", f"pass:{PASSWORD}", "-out",
             str(made.locked))  # fmt: skip
    made.both.write_bytes(made.cert.read_bytes() + made.key.read_bytes())
    return made


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)
