// Plays 16-bit samples as they arrive: a ring, a small pre-buffer, and an honest count of underruns.

const CAPACITY_S = 30;
const PRE_BUFFER_S = 0.1;
const REPORT_EVERY_S = 0.05;

class Playout extends AudioWorkletProcessor {
  constructor() {
    super();
    this.ring = new Float32Array(Math.ceil(CAPACITY_S * sampleRate));
    this.port.onmessage = ({ data }) => this.receive(data);
    this.clear();
  }

  clear() {
    this.written = 0; // samples since the start, never wrapped; the ring index is the remainder
    this.played = 0;
    this.underruns = 0;
    this.ended = false;
    this.playing = false;
    this.done = false;
    this.peak = 0;
    this.sinceReport = 0;
  }

  receive(message) {
    if (message === "clear") this.clear();
    else if (message === "end") this.ended = true;
    else this.push(message);
  }

  push(samples) {
    const { ring } = this;
    for (let i = 0; i < samples.length; i += 1) {
      ring[(this.written + i) % ring.length] = samples[i] / 32768;
    }
    this.written += samples.length;
  }

  process(_inputs, [[out]]) {
    const waiting = this.written - this.played;
    if (!this.playing && (waiting >= PRE_BUFFER_S * sampleRate || (this.ended && waiting))) {
      this.playing = true;
    }
    const count = this.playing ? Math.min(out.length, waiting) : 0;
    for (let i = 0; i < count; i += 1) {
      const sample = this.ring[(this.played + i) % this.ring.length];
      this.peak = Math.max(this.peak, Math.abs(sample));
      out[i] = sample;
    }
    this.played += count;
    if (this.playing && count < out.length && !this.ended) {
      this.underruns += 1;
      this.playing = false; // gather a pre-buffer again instead of stuttering on every sample
    }
    this.report(out.length);
    return true;
  }

  report(samples) {
    this.sinceReport += samples;
    const drained = this.ended && this.played === this.written && !this.done;
    if (drained || (!this.done && this.sinceReport >= REPORT_EVERY_S * sampleRate)) {
      this.done = drained;
      this.sinceReport = 0;
      const { played, underruns, peak } = this;
      this.port.postMessage({
        playedS: played / sampleRate,
        aheadS: (this.written - played) / sampleRate,
        underruns,
        peak,
        drained,
      });
      this.peak = 0;
    }
  }
}

registerProcessor("playout", Playout);
