// Streams speech from this server and plays it while it arrives.

const SAMPLE_RATE = 24000;
const READ_AHEAD_S = 15; // below the worklet's ring; beyond it the server waits for us

const $ = (id) => document.getElementById(id);
const ui = {
  form: $("form"), text: $("text"), voice: $("voice"), speed: $("speed"),
  speedValue: $("speed-value"), speak: $("speak"), stop: $("stop"), status: $("status"),
  firstAudio: $("first-audio"), audio: $("audio"), ahead: $("ahead"), underruns: $("underruns"),
  saveWav: $("save-wav"), saveMp3: $("save-mp3"), wave: $("wave"),
};

class Sound {
  // The audio device and its worklet, made at the first click: browsers allow it no earlier.
  static async open(onReport) {
    const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: "interactive" });
    await context.audioWorklet.addModule("playout-worklet.js");
    const node = new AudioWorkletNode(context, "playout", { outputChannelCount: [1] });
    node.connect(context.destination);
    return new Sound(context, node, onReport);
  }

  constructor(context, node, onReport) {
    Object.assign(this, { context, node });
    this.aheadS = 0;
    node.port.onmessage = ({ data }) => {
      this.aheadS = data.aheadS;
      this.waiter?.();
      onReport(data);
    };
  }

  async start() {
    this.node.port.postMessage("clear");
    this.aheadS = 0;
    await this.context.resume();
  }

  push(samples) {
    this.aheadS += samples.length / SAMPLE_RATE;
    this.node.port.postMessage(samples);
  }

  end() { this.node.port.postMessage("end"); }

  clear() { this.node.port.postMessage("clear"); }

  async room() {
    while (this.aheadS > READ_AHEAD_S) {
      await new Promise((resolve) => { this.waiter = resolve; });
    }
  }
}

class Wave {
  // A strip of levels that scrolls with the playback.
  constructor(canvas) {
    this.canvas = canvas;
    this.draw2d = canvas.getContext("2d");
    this.bars = 120;
    this.clear();
  }

  clear() {
    this.levels = new Array(this.bars).fill(0);
    this.draw();
  }

  push(level) {
    this.levels.push(level);
    this.levels.shift();
    this.draw();
  }

  draw() {
    const { width, height } = this.canvas;
    const step = width / this.bars;
    this.draw2d.clearRect(0, 0, width, height);
    this.draw2d.fillStyle = getComputedStyle(this.canvas).color;
    this.levels.forEach((level, index) => {
      const size = Math.max(3, Math.sqrt(level) * height * 0.95);
      this.draw2d.globalAlpha = level ? 1 : 0.25;
      this.draw2d.fillRect(index * step + step * 0.2, (height - size) / 2, step * 0.6, size);
    });
  }
}

const wave = new Wave(ui.wave);
let sound = null;
let current = null; // the run being spoken
let finished = null; // the last one, to be saved

function show(state, message) {
  document.body.dataset.state = state;
  ui.status.textContent = message;
  const speaking = state === "speaking";
  ui.speak.disabled = speaking;
  ui.stop.disabled = !speaking;
}

function request(format, extra = {}) {
  return {
    input: ui.text.value,
    model: "brisa",
    voice: ui.voice.value,
    speed: Number(ui.speed.value),
    response_format: format,
    ...extra,
  };
}

async function post(body, signal) {
  const response = await fetch("v1/audio/speech", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error?.message ?? `The server answered ${response.status}.`);
}

class Run {
  // One press of Speak: from the request to the last sample heard.
  constructor() {
    this.abort = new AbortController();
    this.pieces = [];
    this.samples = 0;
    this.answered = false;
    this.body = request("pcm", { sample_rate: SAMPLE_RATE });
  }

  async stream() {
    const began = performance.now();
    const response = await post(this.body, this.abort.signal);
    this.answered = true;
    const reader = response.body.getReader();
    let odd = new Uint8Array(0); // a network chunk may end inside a sample
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      if (!this.samples) this.firstAudio(performance.now() - began);
      odd = this.take(odd, value);
      await sound.room();
    }
    sound.end();
  }

  take(odd, bytes) {
    const all = new Uint8Array(odd.length + bytes.length);
    all.set(odd);
    all.set(bytes, odd.length);
    const whole = all.length & ~1;
    const samples = new Int16Array(all.buffer.slice(0, whole));
    this.pieces.push(samples);
    this.samples += samples.length;
    sound.push(samples);
    ui.audio.textContent = `${(this.samples / SAMPLE_RATE).toFixed(1)} s`;
    return all.slice(whole);
  }

  firstAudio(spanMs) {
    ui.firstAudio.textContent = `${Math.round(spanMs)} ms`;
    document.body.dataset.firstAudioMs = spanMs.toFixed(1);
  }
}

function report({ playedS, aheadS, underruns, peak, drained }) {
  if (!current) return;
  ui.ahead.textContent = `${aheadS.toFixed(1)} s`;
  ui.underruns.textContent = String(underruns);
  document.body.dataset.playedS = playedS.toFixed(3);
  if (playedS) wave.push(peak);
  if (drained) finish(current.problem ? "failed" : "done", current.problem ?? "Done.");
}

function finish(state, message) {
  ui.saveWav.disabled = !current?.samples;
  ui.saveMp3.disabled = !current?.samples;
  finished = current;
  current = null;
  show(state, message);
}

async function speak() {
  if (current) return;
  const run = new Run();
  current = run;
  for (const field of [ui.firstAudio, ui.audio, ui.ahead, ui.underruns]) field.textContent = "–";
  wave.clear();
  show("speaking", "Speaking …");
  try {
    sound ??= await Sound.open(report);
    await sound.start();
    await run.stream();
  } catch (error) {
    if (current !== run) return; // stopped by the listener
    const problem = run.answered
      ? "The stream broke before its end; the server's log says why."
      : error.message;
    if (!run.samples) return void finish("failed", problem);
    // What came is played to its end, and then the listener is told that it was not all.
    run.problem = problem;
    sound.end();
  }
}

function stop() {
  if (!current) return;
  const run = current;
  sound?.clear();
  finish("stopped", "Stopped.");
  run.abort.abort();
}

function wavHeader(samples) {
  const view = new DataView(new ArrayBuffer(44));
  const tag = (at, text) => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  const bytes = samples * 2;
  tag(0, "RIFF"); view.setUint32(4, 36 + bytes, true); tag(8, "WAVEfmt ");
  view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true); view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true); view.setUint16(34, 16, true);
  tag(36, "data"); view.setUint32(40, bytes, true);
  return view.buffer;
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function saveWav() {
  const parts = [wavHeader(finished.samples), ...finished.pieces];
  save(new Blob(parts, { type: "audio/wav" }), "brisa.wav");
}

async function saveMp3() {
  ui.saveMp3.disabled = true;
  try {
    const { sample_rate: _, ...body } = finished.body;
    const response = await post({ ...body, response_format: "mp3" });
    save(await response.blob(), "brisa.mp3");
  } catch (error) {
    show("failed", error.message);
  } finally {
    ui.saveMp3.disabled = false;
  }
}

async function listVoices() {
  try {
    const { voices } = await (await fetch("v1/audio/voices")).json();
    ui.voice.replaceChildren(...voices.map((voice) => {
      const option = new Option(`${voice.name} (${voice.language})`, voice.id);
      option.title = voice.description ?? "";
      return option;
    }));
  } catch {
    show("failed", "The server does not list its voices; is it running?");
  }
}

ui.form.addEventListener("submit", (event) => { event.preventDefault(); speak(); });
ui.stop.addEventListener("click", stop);
ui.saveWav.addEventListener("click", saveWav);
ui.saveMp3.addEventListener("click", saveMp3);
ui.speed.addEventListener("input", () => {
  ui.speedValue.textContent = `${Number(ui.speed.value).toFixed(2)}×`;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stop();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) ui.form.requestSubmit();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => wave.draw());
listVoices();
