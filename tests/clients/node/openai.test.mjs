// OpenAI's own package: bare samples as they are made, and the listings.
import assert from "node:assert/strict";
import { test } from "node:test";

import OpenAI from "openai";

const client = new OpenAI({ baseURL: `${process.env.BRISA_URL}/v1`, apiKey: "k", maxRetries: 0 });
const input = "It is late, and the lights are out. Nobody is there.";

test("speech comes in pieces of whole samples", async () => {
  const response = await client.audio.speech.create({
    model: "tts-1",
    voice: "alloy",
    input,
    response_format: "pcm",
  });
  assert.equal(response.headers.get("content-type"), "audio/pcm");
  let bytes = 0;
  let pieces = 0;
  for await (const piece of response.body) {
    bytes += piece.length;
    pieces += 1;
  }
  assert.ok(pieces > 1);
  assert.equal(bytes % 2, 0);
  assert.ok(bytes / 48_000 > 1, "more than a second of sound");
});

test("models are listed", async () => {
  const models = await client.models.list();
  assert.ok(models.data.length > 0);
});

test("a mistake has its code and its parameter", async () => {
  await assert.rejects(
    client.audio.speech.create({ model: "tts-1", voice: "nobody", input }),
    (error) => error.status === 400 && error.param === "voice" && error.code === "unknown_voice",
  );
});
