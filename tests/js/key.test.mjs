// A server that wants the key BRISA_KEY, at BRISA_URL.

import assert from "node:assert/strict";
import { test } from "node:test";

import { connect } from "../../src/brisa/web/brisa-client.js";

const { BRISA_KEY: apiKey, BRISA_URL: url } = process.env;

test("with the key", async () => {
  const client = await connect(url, { apiKey });
  let samples = 0;
  for await (const { pcm } of client.say("It is late.", { paced: false })) samples += pcm.length;
  assert.ok(samples > 0);
  client.close();
});

test("without it", async () => {
  await assert.rejects(() => connect(url), { code: "connection_failed" });
  await assert.rejects(() => connect(url, { apiKey: "guess" }), { code: "connection_failed" });
});
