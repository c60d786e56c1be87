// The JavaScript client against a real server, whose address is BRISA_URL and whose connections
// break as its tests in Python say. What is heard of a text is known: see support/scripted_stream.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { connect } from "../../src/brisa/web/brisa-client.js";

const URL = process.env.BRISA_URL;
const SAMPLES_PER_CHAR = 50;
const TEXT = "It is late, and the lights are out. Nobody is there. ".repeat(4);
const open = [];

function pcmOf(text) {
  const codes = Array.from(text, (char) => char.codePointAt(0));
  const pcm = new Int16Array(codes.length * SAMPLES_PER_CHAR);
  for (let at = 0; at < pcm.length; at += 1) {
    pcm[at] = ((at * 31 + codes[Math.floor(at / SAMPLES_PER_CHAR)] * 7) % 65_536) - 32_768;
  }
  return pcm;
}

async function joined(chunks) {
  const found = [];
  let at = 0;
  for await (const { pcm, startSample } of chunks) {
    assert.equal(startSample, at, "a hole or a repetition was handed on");
    assert.ok(pcm instanceof Int16Array);
    at += pcm.length;
    found.push(pcm);
  }
  const whole = new Int16Array(at);
  at = 0;
  for (const pcm of found) {
    whole.set(pcm, at);
    at += pcm.length;
  }
  return whole;
}

async function connected(options) {
  const client = await connect(URL, options);
  open.push(client);
  return client;
}

afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

test("utterances over connections that break", async () => {
  const events = [];
  const client = await connected({ onEvent: (event) => events.push(event) });
  const utterances = [0, 1, 2].map((start) => {
    const utterance = client.start({ paced: false });
    for (const word of TEXT.slice(start).split(/(?<= )/)) utterance.push(word);
    utterance.end();
    return utterance;
  });
  const found = await Promise.all(utterances.map(joined));
  found.forEach((pcm, start) => assert.deepEqual(pcm, pcmOf(TEXT.slice(start))));
  assert.deepEqual(utterances.map(({ outcome }) => outcome.state), Array(3).fill("finished"));
  const resumed = events.filter(({ type }) => type === "resumed");
  assert.ok(resumed.length >= Number(process.env.BRISA_RESUMES), `${resumed.length} resumes`);
});

test("pieces that come while they are heard", async () => {
  const client = await connected();
  async function* pieces() {
    yield "It is ";
    await sleep(30);
    yield "late.";
  }
  for (const text of ["It is late.", ["It is ", "late."], pieces()]) {
    assert.deepEqual(await joined(client.say(text, { paced: false })), pcmOf("It is late."));
  }
  async function* broken() {
    yield "It is late.";
    throw new Error("gone");
  }
  await assert.rejects(() => joined(client.say(broken(), { paced: false })), /gone/);
});

test("barging in", async () => {
  const client = await connected();
  const utterance = client.start({ paced: false });
  utterance.push(TEXT);
  let cancelled = null;
  for await (const { startSample } of utterance) {
    if (startSample < 13 * SAMPLES_PER_CHAR) continue;
    utterance.playhead(100);
    cancelled = await utterance.cancel(6 * SAMPLES_PER_CHAR);
  }
  assert.equal(cancelled.heardText, "It is");
  assert.equal(cancelled.heardText + cancelled.unheardText, TEXT);
  assert.equal(utterance.outcome.state, "cancelled");
});

test("a loop that is left early stops the utterance", async () => {
  const client = await connected();
  const utterance = client.start({ paced: false });
  utterance.push(TEXT);
  for await (const { sampleRateHz } of utterance) {
    assert.equal(sampleRateHz, 24_000);
    break;
  }
  const after = client.start({ paced: false });
  after.end();
  await joined(after);
  assert.equal(utterance.outcome.state, "cancelled");
});

test("where there is no server", async () => {
  await assert.rejects(() => connect("ws://127.0.0.1:1"), { code: "connection_failed" });
});
