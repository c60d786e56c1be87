// What the JavaScript client decides, without a socket: messages and times in, events out.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BrisaError, Protocol, streamUrl } from "../../src/brisa/web/brisa-client.js";

const RATE = 24_000;

/** The server's end: numbers what it says, and keeps what it hears. */
class Rig {
  constructor(options = {}) {
    this.nowMs = 1_000;
    this.protocol = new Protocol(this.nowMs, options);
    this.told = [];
    this.heard = [];
  }

  open() {
    this.nowMs = Math.max(this.nowMs, this.protocol.dialAtMs);
    this.protocol.dialled();
    this.protocol.opened(this.nowMs);
    this.seq = 0;
    return this;
  }

  greet(fields = {}) {
    return this.say("hello", { session: "s", token: "t", heartbeat_s: 5, resume_window_s: 20, ...fields });
  }

  say(type, fields = {}) {
    this.protocol.received(JSON.stringify({ type, seq: this.seq, ...fields }), this.nowMs);
    this.seq += 1;
    return this.collect();
  }

  sound(utterance, start, samples) {
    const buffer = new ArrayBuffer(20 + samples.length * 2);
    const view = new DataView(buffer);
    view.setUint8(0, 1);
    view.setUint8(1, 1);
    view.setUint32(4, utterance, true);
    view.setUint32(8, this.seq, true);
    view.setBigUint64(12, BigInt(start), true);
    new Int16Array(buffer, 20).set(samples);
    this.seq += 1;
    this.protocol.received(buffer, this.nowMs);
    return this.collect();
  }

  listen() {
    const messages = this.protocol.outgoing(this.nowMs).map((message) => JSON.parse(message));
    this.heard.push(...messages);
    return messages;
  }

  cut(reason = "it broke") {
    this.protocol.closed(reason, this.nowMs);
    return this.collect();
  }

  collect() {
    this.told.push(...this.protocol.events());
    return this;
  }

  samples(key) {
    const chunks = this.told.filter((event) => event.type === "sounded" && event.key === key);
    return chunks.flatMap(({ chunk }) => Array.from(chunk.pcm));
  }

  end(key) {
    const ends = this.told.filter((event) => event.type === "ended" && event.key === key);
    assert.equal(ends.length, 1);
    return ends[0];
  }
}

function talking(options) {
  return new Rig(options).open().greet();
}

function started(rig, options = {}) {
  const key = rig.protocol.start(options);
  rig.protocol.push(key, "It is late.");
  rig.protocol.end(key);
  rig.listen();
  rig.say("started", { utterance: key + 1, sample_rate: RATE, voice: "heart" });
  return key;
}

const COUNT = Array.from({ length: 1_000 }, (_, index) => index);

test("an utterance is numbered, heard and ended", () => {
  const rig = talking();
  const key = started(rig, { voice: "heart", sampleRateHz: RATE, textOptions: { clean: false } });
  assert.deepEqual(rig.heard, [
    {
      type: "start", n: 1, voice: "heart", sample_rate: RATE, words: true, paced: true,
      text: { clean: false },
    },
    { type: "text", n: 2, text: "It is late.", utterance: 1 },
    { type: "end", n: 3, utterance: 1 },
  ]);
  rig.say("words", {
    utterance: 1,
    words: [{ text: "It", start_char: 0, end_char: 2, start_sample: 100, end_sample: 200 }],
  });
  rig.sound(1, 0, COUNT.slice(0, 100)).sound(1, 100, COUNT.slice(100));
  rig.say("finished", { utterance: 1, samples: 1_000, dropped_chars: 2 });
  assert.deepEqual(rig.samples(key), COUNT);
  const [first, second] = rig.told.filter((event) => event.type === "sounded");
  assert.deepEqual(first.chunk.words, []);
  assert.equal(second.chunk.words[0].text, "It");
  assert.deepEqual(rig.end(key).outcome, {
    state: "finished", samples: 1_000, sampleRateHz: RATE, droppedChars: 2,
  });
});

test("what comes twice is handed on once, and a hole ends the utterance", () => {
  const rig = talking();
  const key = started(rig);
  rig.sound(1, 0, COUNT.slice(0, 100)).sound(1, 0, COUNT.slice(0, 60));
  rig.sound(1, 60, COUNT.slice(60, 200));
  assert.deepEqual(rig.samples(key), COUNT.slice(0, 200));
  rig.sound(1, 201, COUNT.slice(201));
  assert.equal(rig.samples(key).length, 200);
  assert.equal(rig.end(key).outcome.error.code, "samples_lost");
  assert.equal(rig.listen().at(-1).type, "cancel");
  rig.sound(1, 200, COUNT.slice(200));
  assert.equal(rig.samples(key).length, 200);
});

test("an end with other samples than came is a failure", () => {
  for (const samples of [99, 101]) {
    const rig = talking();
    const key = started(rig);
    rig.sound(1, 0, COUNT.slice(0, 100)).say("finished", { utterance: 1, samples });
    assert.equal(rig.end(key).outcome.error.code, "samples_lost");
  }
});

test("after a loss it asks for the rest, and says again what did not get through", () => {
  const rig = talking();
  const key = started(rig);
  rig.sound(1, 0, COUNT.slice(0, 100));
  rig.cut();
  rig.open();
  assert.ok(rig.nowMs - 1_000 <= 100);
  assert.deepEqual(rig.listen(), [
    { type: "resume", token: "t", utterances: [{ utterance: 1, samples: 100 }] },
  ]);
  const state = { utterance: 1, state: "spoken", next_sample: 100 };
  rig.say("hello").say("resumed", { received: 2, utterances: [state] });
  assert.deepEqual(rig.listen().slice(0, 1), [{ type: "end", n: 3, utterance: 1 }]);
  rig.sound(1, 100, COUNT.slice(100)).say("finished", { utterance: 1, samples: 1_000 });
  assert.deepEqual(rig.samples(key), COUNT);
  assert.deepEqual(
    rig.told.map((event) => event.type).filter((type) => type !== "sounded"),
    ["connected", "started", "disconnected", "resumed", "ended"],
  );
});

test("an utterance that the server cannot continue fails alone", () => {
  const rig = talking();
  const keys = [started(rig), started(rig), started(rig)];
  rig.cut().open().listen();
  const utterances = [
    { utterance: 1, state: "lost", next_sample: 0 },
    { utterance: 2, state: "open", next_sample: 5 },
    { utterance: 3, state: "open", next_sample: 0 },
  ];
  rig.say("resumed", { received: 9, utterances });
  assert.equal(rig.end(keys[0]).outcome.error.reason, "utterance_lost");
  assert.equal(rig.end(keys[1]).outcome.error.code, "samples_lost");
  assert.equal(rig.protocol.ledgers.has(keys[2]), true);
});

test("a refused resume begins a session with what was not yet said", () => {
  for (const code of ["resume_unknown", "resume_expired", "resume_taken"]) {
    const rig = talking();
    const before = started(rig);
    rig.cut();
    const between = rig.protocol.start();
    rig.open().say("error", { code, message: "Gone." });
    assert.equal(rig.end(before).outcome.error.reason, code);
    rig.cut().open().greet({ token: "u" });
    assert.deepEqual(rig.listen(), [{ type: "start", n: 1, words: true, paced: true }]);
    assert.equal(rig.protocol.numbers.get(1).key, between);
    const types = rig.told.map((event) => event.type);
    assert.deepEqual(types.slice(-4), ["disconnected", "renewed", "ended", "connected"]);
  }
});

test("a session that another has taken is not taken back", () => {
  const rig = talking();
  const key = started(rig);
  rig.protocol.closed("taken", rig.nowMs, 4001);
  assert.equal(rig.collect().end(key).outcome.error.reason, "resumed_elsewhere");
  rig.open();
  assert.deepEqual(rig.listen(), []);
});

test("a resume that cannot be at the moment is tried again", () => {
  const rig = talking();
  const key = started(rig);
  rig.cut().open().listen();
  rig.say("error", { code: "resume_unavailable" }).cut().open();
  assert.equal(rig.listen()[0].type, "resume");
  assert.equal(rig.protocol.ledgers.has(key), true);
});

test("pauses grow, and attempts end with the server's window", () => {
  const rig = talking();
  const key = started(rig);
  const lostMs = rig.nowMs;
  rig.cut();
  const pausesMs = [];
  while (rig.protocol.phase !== "over") {
    pausesMs.push(rig.protocol.dialAtMs - rig.nowMs);
    rig.nowMs = rig.protocol.dialAtMs;
    rig.protocol.dialled();
    rig.cut("refused");
  }
  assert.ok(pausesMs[0] <= 100);
  assert.ok(pausesMs.slice(1, -1).every((pauseMs) => pauseMs >= 100 && pauseMs <= 3_000));
  assert.ok(Math.max(...pausesMs) > 1_500);
  assert.equal(rig.nowMs - lostMs, 20_000);
  assert.equal(rig.end(key).outcome.error.code, "connection_failed");
  assert.throws(() => rig.protocol.start(), BrisaError);
});

test("a server that keeps no sessions", () => {
  const rig = new Rig().open().greet({ token: undefined });
  const key = started(rig);
  rig.cut();
  assert.equal(rig.end(key).outcome.error.reason, "not_resumable");
  rig.open();
  assert.deepEqual(rig.listen(), []);
});

test("silence is a loss, and pings are sent", () => {
  const rig = talking();
  rig.nowMs += 5_000;
  assert.deepEqual(rig.listen(), [{ type: "ping", id: 0 }]);
  rig.say("pong", { id: 0 });
  rig.nowMs += 9_999;
  rig.protocol.tick(rig.nowMs);
  assert.equal(rig.protocol.hangUp, null);
  rig.nowMs += 1;
  rig.protocol.tick(rig.nowMs);
  assert.equal(rig.protocol.hangUp, "nothing was heard");
});

test("what no server says ends the connection", () => {
  const odd = [
    "{", "[]", "null", '{"seq":1}', '{"type":"hello","seq":1}', '{"type":"started","seq":1}',
    '{"type":"pong","seq":7}', '{"type":"words","seq":1,"utterance":1}',
    '{"type":"resumed","seq":1,"received":0}', new ArrayBuffer(4), new ArrayBuffer(21),
    new ArrayBuffer(20),
  ];
  for (const message of odd) {
    const rig = talking();
    rig.protocol.received(message, rig.nowMs);
    assert.notEqual(rig.protocol.hangUp, null, String(message));
  }
  const rig = talking();
  rig.say("viseme", { utterance: 1 }).say("heartbeat").say("error", { code: "wrong_order" });
  assert.equal(rig.protocol.hangUp, null);
});

test("a server that goes on to say what no server says is given up", () => {
  const rig = talking();
  const key = started(rig);
  for (let turn = 0; turn < 5; turn += 1) {
    assert.equal(rig.protocol.phase, "talking");
    rig.protocol.received("{", rig.nowMs);
    if (turn === 4) break;
    rig.cut().open().listen();
    rig.say("resumed", { received: 3, utterances: [{ utterance: 1, state: "open", next_sample: 0 }] });
  }
  assert.equal(rig.protocol.phase, "over");
  assert.equal(rig.collect().end(key).outcome.error.code, "server_misbehaved");
});

test("what was heard counts code points", () => {
  const rig = talking();
  const key = rig.protocol.start();
  rig.protocol.push(key, "🙂 is ");
  rig.protocol.push(key, "late.");
  rig.listen();
  rig.say("started", { utterance: 1, sample_rate: RATE });
  rig.say("words", {
    utterance: 1,
    words: [{ text: "is", start_char: 2, end_char: 4, start_sample: 0, end_sample: 50 }],
  });
  rig.sound(1, 0, COUNT.slice(0, 100));
  rig.protocol.cancel(key, 60);
  assert.deepEqual(rig.listen().at(-1), { type: "cancel", n: 4, sample: 60, utterance: 1 });
  rig.sound(1, 100, COUNT.slice(100));
  rig.say("cancelled", { utterance: 1, samples: 1_000, heard_sample: 60 });
  assert.equal(rig.samples(key).length, 100);
  assert.deepEqual(rig.end(key).cancellation, {
    samples: 1_000, heardSamples: 60, heardText: "🙂 is", unheardText: " late.",
  });
});

test("characters that are cut in half come whole", () => {
  const rig = talking();
  const key = rig.protocol.start();
  rig.listen();
  const halves = ["a\ud83d", "\ude42b", "\ude42", "c\ud83d"];
  const texts = [];
  for (const half of halves) {
    rig.protocol.push(key, half);
    texts.push(...rig.listen().map((message) => message.text));
  }
  rig.protocol.end(key);
  texts.push(...rig.listen().map((message) => message.text ?? message.type));
  assert.deepEqual(texts, ["a", "🙂b", "\ufffd", "c", "\ufffd", "end"]);
  assert.throws(() => rig.protocol.push(key, "more"), BrisaError);
});

test("long text is cut between characters, and letters are no flood", () => {
  const rig = talking();
  const key = rig.protocol.start();
  rig.protocol.push(key, `a${"🙂".repeat(6_000)}`);
  const texts = rig.listen().slice(1).map((message) => message.text);
  assert.deepEqual(texts.map((text) => text.length), [7_999, 4_002]);
  let messages = 0;
  for (let letter = 0; letter < 10_000; letter += 1) {
    rig.protocol.push(key, "x");
    messages += rig.listen().length;
  }
  assert.ok(messages < 1_000);
  while (Number.isFinite(rig.protocol.outbox.readyMs)) {
    rig.nowMs = Math.max(rig.nowMs, rig.protocol.outbox.readyMs);
    rig.listen();
  }
  const said = rig.heard.map((message) => message.text ?? "").join("");
  assert.equal(said.length, 12_001 + 10_000);
});

test("messages the server has are not kept", () => {
  const rig = talking();
  started(rig);
  rig.say("finished", { utterance: 1, samples: 0 });
  rig.nowMs += 5_000;
  const ping = rig.listen().at(-1);
  assert.equal(ping.type, "ping");
  rig.say("pong", { id: ping.id });
  assert.equal(rig.protocol.outbox.sent.length, 0);
});

test("leaving cancels what runs", () => {
  const rig = talking();
  const key = started(rig);
  const farewell = rig.protocol.close(rig.nowMs).map((message) => JSON.parse(message));
  assert.deepEqual(farewell, [{ type: "cancel", n: 4, utterance: 1 }]);
  assert.equal(rig.collect().end(key).outcome.state, "cancelled");
  assert.equal(rig.protocol.phase, "over");
});

test("addresses as people write them", () => {
  assert.equal(streamUrl("ws://127.0.0.1:8100"), "ws://127.0.0.1:8100/v1/stream");
  assert.equal(streamUrl("https://example.org/p/"), "wss://example.org/p/v1/stream");
  assert.equal(streamUrl("ws://h/v1/stream", "a b"), "ws://h/v1/stream?api_key=a+b");
  for (const wrong of ["", "ftp://h", "127.0.0.1:8100"]) {
    assert.throws(() => streamUrl(wrong), { code: "invalid_request" });
  }
});

test("words that come again after a resume count once", () => {
  const rig = talking();
  const key = started(rig);
  const words = [{ text: "It", start_char: 0, end_char: 2, start_sample: 50, end_sample: 90 }];
  rig.say("words", { utterance: 1, words });
  rig.cut().open().listen();
  rig.say("resumed", { received: 3, utterances: [{ utterance: 1, state: "open", next_sample: 0 }] });
  rig.say("words", { utterance: 1, words });
  rig.sound(1, 0, COUNT.slice(0, 100));
  rig.say("words", { utterance: 1, words });
  rig.sound(1, 100, COUNT.slice(100));
  const found = rig.told.filter((event) => event.type === "sounded" && event.key === key);
  assert.deepEqual(found.map(({ chunk }) => chunk.words.length), [1, 0]);
});

test("losses one after another: every message goes until it got through, and none after", () => {
  const rig = talking();
  const key = rig.protocol.start();
  rig.protocol.push(key, "a");
  rig.listen();
  const said = [];
  for (const received of [0, 0, 1, 2]) {
    rig.cut().open().listen();
    const state = received ? "open" : "lost";
    rig.say("resumed", { received, utterances: [{ utterance: 1, state, next_sample: 0 }] });
    if (received === 0) rig.protocol.push(key, "b");
    said.push(rig.listen().map(({ n, type, text }) => `${n} ${text ?? type}`));
  }
  assert.deepEqual(said, [
    ["1 start", "2 a", "3 b"],
    ["1 start", "2 a", "3 b", "4 b"],
    ["2 a", "3 b", "4 b"],
    ["3 b", "4 b"],
  ]);
  assert.equal(rig.protocol.ledgers.has(key), true);
});

test("a server that had more messages than there were is not believed", () => {
  const rig = talking();
  started(rig);
  rig.cut().open().listen();
  rig.say("resumed", { received: 4, utterances: [] });
  assert.notEqual(rig.protocol.hangUp, null);
});

test("an outage ends when something is heard", () => {
  const rig = talking();
  for (let loss = 0; loss < 50; loss += 1) {
    const lostMs = rig.nowMs;
    rig.cut().open().listen();
    assert.ok(rig.nowMs - lostMs <= 100);
    rig.say("resumed", { received: 0, utterances: [] }).say("heartbeat");
    rig.nowMs += 1_000;
  }
  assert.equal(rig.protocol.phase, "talking");
});

test("a first connection is tried once", () => {
  const rig = new Rig();
  rig.protocol.dialled();
  rig.cut("refused");
  assert.equal(rig.protocol.phase, "over");
  assert.match(rig.protocol.error.message, /refused/);
});

test("the server is told what came, now and then and at the end", () => {
  const rig = talking();
  started(rig);
  const told = () => rig.listen().filter(({ type }) => type === "received").map((m) => m.samples);
  rig.sound(1, 0, COUNT.slice(0, 10)).sound(1, 10, COUNT.slice(10, 20));
  assert.deepEqual(told(), [10]);
  rig.nowMs += 500;
  rig.sound(1, 20, COUNT.slice(20, 30)).sound(1, 30, COUNT.slice(30, 40));
  assert.deepEqual(told(), [30]);
  rig.say("finished", { utterance: 1, samples: 40 });
  assert.deepEqual(told(), [40]);
});
