// A client of brisa's WebSocket, /v1/stream, for browsers and Node: it reconnects by itself, and
// loses and doubles no sample. No build step and no dependency; docs/client.md says how to use it.
//
// `Protocol` decides everything and does no I/O: messages and times go in, events and messages come
// out. `Client` is the socket and the timer around it. Times are milliseconds of a monotonic clock.

const FIRST_MS = 80; // the first attempt comes within this
const BASE_MS = 200; // pauses double from here
const MOST_MS = 3_000; // to here
const HEARTBEAT_MS = 10_000; // where the server does not say how often it says something
const OPEN_TIMEOUT_MS = 5_000;
const REPORT_MS = 500; // how often the server is told what has come
const TEXT_MAX_UNITS = 8_000; // longer text goes in several messages
const MESSAGES_PER_S = 100; // half of what a server bears
const BURST = 1_000;
const HEADER_BYTES = 20;
const SEQ_MODULUS = 2 ** 32;
const MAX_ODDITIES = 5; // what no server says, before a pong, which comes once a heartbeat
const TAKEN = 4001; // the close code of a connection whose session goes on over another one
const LATEST_COUNTS = new Set(["playhead", "received"]);
const RETRYABLE = new Set([
  "overloaded", "unavailable", "shutting_down", "engine_failed", "engine_timeout",
  "connection_failed", "session_lost", "samples_lost",
]);

/**
 * Something went wrong. `code` is that of the server (docs/usage.md), or one of the client's own:
 * `connection_failed`, `session_lost` (with `reason`), `samples_lost`, `server_misbehaved`,
 * `invalid_request`.
 */
export class BrisaError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{param?: string|null, reason?: string, retryAfterS?: number|null}} [more]
   */
  constructor(code, message, more = {}) {
    super(message);
    this.name = "BrisaError";
    this.code = code;
    this.param = more.param ?? null;
    this.reason = more.reason ?? null;
    this.retryAfterS = more.retryAfterS ?? null;
    this.retryable = RETRYABLE.has(code);
  }
}

class Misbehaved extends BrisaError {
  constructor(message) {
    super("server_misbehaved", message);
  }
}

/**
 * @typedef {object} Word
 * @property {string} text
 * @property {number} startChar code points of the utterance's text
 * @property {number} endChar
 * @property {number} startSample
 * @property {number} endSample
 *
 * @typedef {object} Chunk audio right after that of the chunk before, without a hole, none twice
 * @property {Int16Array} pcm one channel
 * @property {number} sampleRateHz
 * @property {number} startSample its place in the utterance
 * @property {Word[]} words those that begin in it
 *
 * @typedef {object} Cancellation what was heard when an utterance was stopped
 * @property {number} samples that were sent
 * @property {number} heardSamples of them that were played
 * @property {string|null} heardText to the end of the last word that was heard whole
 * @property {string|null} unheardText the rest; both are null without `words`
 *
 * @typedef {object} Outcome how an utterance ended; each ends once
 * @property {"finished"|"cancelled"|"failed"} state
 * @property {number} samples
 * @property {number} sampleRateHz
 * @property {number} [droppedChars]
 * @property {BrisaError} [error] of one that failed
 *
 * @typedef {object} StartOptions what is left out is as the server has it
 * @property {string} [voice]
 * @property {string} [language] a BCP 47 tag, or "auto"
 * @property {number} [speed] 0.25 to 4
 * @property {number} [seed]
 * @property {number} [sampleRateHz]
 * @property {number} [priority] 0 to 99
 * @property {boolean} [words] tell when words are heard; true if left out
 * @property {boolean} [paced] played as it comes, so that little is made ahead; true if left out
 * @property {object} [textOptions] the fields of `text` in docs/text.md
 *
 * @typedef {object} ConnectionEvent how the connection fares
 * @property {"connected"|"disconnected"|"resumed"|"renewed"|"gave_up"|"complained"} type
 * @property {boolean} [resumable] of connected
 * @property {string} [reason] of disconnected
 * @property {number} [gapMs] of resumed: since the loss
 * @property {BrisaError} [error] of renewed, gave_up and complained
 *
 * @typedef {object} ClientOptions
 * @property {string} [apiKey]
 * @property {(event: ConnectionEvent) => void} [onEvent]
 * @property {number} [reconnectForS] where the server does not say how long it keeps a session
 * @property {typeof WebSocket} [WebSocket] where there is none of the platform's own
 */

/** Messages of one session: numbered, at a bearable rate, kept until the server surely has them. */
class Outbox {
  constructor(nowMs) {
    this.last = 0;
    this.sent = [];
    this.waiting = [];
    this.acknowledgedTo = 0;
    this.endedKeys = new Set();
    this.credit = BURST;
    this.creditAtMs = nowMs;
  }

  get newestSent() {
    return this.sent.at(-1)?.n ?? this.acknowledgedTo;
  }

  put(key, utterance, kind, fields = {}) {
    const last = this.#unsent(key, kind);
    if (LATEST_COUNTS.has(kind) && last) {
      last.fields = fields;
      return;
    }
    this.last += 1;
    this.waiting.push({ n: this.last, key, utterance, kind, fields, gone: false });
  }

  putText(key, utterance, text) {
    const last = this.#unsent(key, "text");
    if (last && last.fields.text.length + text.length <= TEXT_MAX_UNITS) {
      last.fields.text += text;
      return;
    }
    for (let start = 0, end; start < text.length; start = end) {
      end = Math.min(start + TEXT_MAX_UNITS, text.length);
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
      this.put(key, utterance, "text", { text: text.slice(start, end) });
    }
  }

  take(nowMs) {
    const credit = this.#credit(nowMs);
    if (!this.waiting.length || credit < 1) return null;
    this.credit = credit - 1;
    this.creditAtMs = Math.max(nowMs, this.creditAtMs);
    const message = this.waiting.shift();
    message.gone = true;
    this.sent.push(message);
    return message;
  }

  /** When the next message may go. */
  get readyMs() {
    if (!this.waiting.length) return Infinity;
    return this.creditAtMs + (Math.max(1 - this.credit, 0) * 1_000) / MESSAGES_PER_S;
  }

  acknowledged(n) {
    this.acknowledgedTo = Math.max(this.acknowledgedTo, n);
    this.#forget();
  }

  ended(key) {
    this.endedKeys.add(key);
    this.#forget();
  }

  rewind(received) {
    this.waiting.unshift(...this.sent.filter((message) => message.n > received));
    this.sent = this.sent.filter((message) => message.n <= received);
    this.acknowledgedTo = Math.min(this.acknowledgedTo, received);
  }

  wasSent(key) {
    return [...this.sent, ...this.waiting].some((m) => m.key === key && m.gone);
  }

  waits(key, kind) {
    return this.waiting.some((m) => m.key === key && m.kind === kind);
  }

  renew(utterances) {
    const kept = [...this.sent, ...this.waiting].filter((m) => utterances.has(m.key));
    kept.forEach((message, index) => {
      message.n = index + 1;
      message.gone = false;
      message.utterance = utterances.get(message.key);
    });
    Object.assign(this, { sent: [], waiting: kept, last: kept.length, acknowledgedTo: 0 });
    this.endedKeys.clear();
  }

  #unsent(key, kind) {
    const last = this.waiting.at(-1);
    return last && last.key === key && last.kind === kind && !last.gone ? last : null;
  }

  #forget() {
    // Text is kept until its utterance has ended: a server that takes the session over may know
    // less than the one that acknowledged.
    this.sent = this.sent.filter(
      (m) => m.n > this.acknowledgedTo || !(LATEST_COUNTS.has(m.kind) || this.endedKeys.has(m.key)),
    );
    const about = new Set([...this.sent, ...this.waiting].map((m) => m.key));
    for (const key of this.endedKeys) if (!about.has(key)) this.endedKeys.delete(key);
  }

  #credit(nowMs) {
    const earned = (Math.max(nowMs - this.creditAtMs, 0) * MESSAGES_PER_S) / 1_000;
    return Math.min(this.credit + earned, BURST);
  }
}

/** What is held of one utterance, sample by sample. */
class Ledger {
  constructor(key, wantsWords) {
    Object.assign(this, { key, wantsWords, number: 0, heldSamples: 0, sampleRateHz: 0 });
    Object.assign(this, { reportedSamples: 0, reportedMs: -Infinity, textEnded: false });
    Object.assign(this, { leaving: false, playedSamples: null, half: "", text: [] });
    this.words = new Map(); // by place, since some come again after a resume
    this.pending = [];
  }

  started(sampleRateHz) {
    if (this.sampleRateHz === sampleRateHz && sampleRateHz > 0) return false;
    if (this.sampleRateHz || !(sampleRateHz > 0)) {
      throw new Misbehaved("The server changed the sample rate of an utterance.");
    }
    this.sampleRateHz = sampleRateHz;
    return true;
  }

  mark(words) {
    for (const word of words) {
      const place = [word.startChar, word.endChar, word.startSample, word.endSample].join(" ");
      if (this.words.has(place)) continue;
      this.words.set(place, word);
      this.pending.push(word);
    }
  }

  /** The part of `pcm` that is held for the first time; null if nothing is, or nobody wants it. */
  take(startSample, pcm) {
    if (startSample > this.heldSamples) {
      throw new BrisaError("samples_lost", "Samples of the utterance did not come.");
    }
    if (!this.sampleRateHz) {
      throw new Misbehaved("The server sent audio before it said at what rate.");
    }
    const fresh = pcm.subarray(this.heldSamples - startSample);
    if (!fresh.length) return null;
    const chunk = { pcm: fresh, sampleRateHz: this.sampleRateHz, startSample: this.heldSamples };
    this.heldSamples += fresh.length;
    chunk.words = this.pending.filter((word) => word.startSample < this.heldSamples);
    this.pending = this.pending.filter((word) => word.startSample >= this.heldSamples);
    return this.leaving ? null : chunk;
  }

  cancellation(samples, heardSamples, whole = false) {
    const asked = heardSamples ?? this.playedSamples ?? samples;
    const heard = Math.min(Math.max(asked, 0), samples);
    const found = { samples, heardSamples: heard, heardText: null, unheardText: null };
    if (!this.wantsWords) return found;
    const points = Array.from(this.text.join(""));
    let endChar = whole && heard === samples ? points.length : 0;
    for (const word of this.words.values()) {
      if (word.endSample <= heard) endChar = Math.max(endChar, word.endChar);
    }
    found.heardText = points.slice(0, endChar).join("");
    found.unheardText = points.slice(endChar).join("");
    return found;
  }
}

/**
 * A client's side of the wire. Call, as long as `phase` is not "over": `dialled` at `dialAtMs`;
 * `opened`; then `received`, `outgoing` (when something was said, and at `dueMs`) and `tick` (at
 * `dueMs`) until `hangUp` is not null; and `closed`. `events` are to be told after each of them.
 */
export class Protocol {
  /**
   * @param {number} nowMs
   * @param {{reconnectForS?: number, random?: () => number}} [options]
   */
  constructor(nowMs, { reconnectForS = 30, random = Math.random } = {}) {
    this.phase = "away"; // dialling, greeting, talking, over
    this.hangUp = null;
    this.error = null;
    this.session = null;
    this.dialAtMs = nowMs;
    this.outbox = new Outbox(nowMs);
    this.ledgers = new Map(); // by key
    this.numbers = new Map(); // by the server's number
    this.told = [];
    this.reconnectForMs = reconnectForS * 1_000;
    this.heartbeatMs = HEARTBEAT_MS;
    this.random = random;
    Object.assign(this, { started: 0, newestNumber: 0, attempts: 0, everGreeted: false });
    Object.assign(this, { lostMs: null, heardMs: nowMs, pingAtMs: Infinity, seq: null });
    Object.assign(this, { asked: null, controls: [], oddities: 0 });
  }

  // The connection.

  dialled() {
    this.phase = "dialling";
  }

  opened(nowMs) {
    Object.assign(this, { phase: "greeting", heardMs: nowMs, seq: null, controls: [] });
    if (!this.session) return;
    this.asked = this.#knownToServer();
    const utterances = this.asked.map((ledger) => ({
      utterance: ledger.number,
      samples: ledger.heldSamples,
    }));
    this.controls.push(encode("resume", { token: this.session.token, utterances }));
  }

  /** The WebSocket has ended, with the close `code` if there is one, or could not be opened. */
  closed(reason, nowMs, code = null) {
    if (this.phase === "over") return;
    const wasTalking = this.phase === "talking";
    const why = this.hangUp ?? reason;
    this.lostMs ??= nowMs;
    Object.assign(this, { phase: "away", hangUp: null, asked: null });
    this.dialAtMs = Math.min(nowMs + this.#pauseMs(), this.lostMs + this.reconnectForMs);
    if (!this.everGreeted) {
      this.giveUp(new BrisaError("connection_failed", `There is no connection: ${why}.`));
      return;
    }
    if (wasTalking) this.told.push({ type: "disconnected", reason: why });
    if (this.session && !this.session.token) {
      this.#renew(lostSession("The server keeps no sessions.", "not_resumable"));
    } else if (this.session && code === TAKEN) {
      // Taking it back would only make the other do the same.
      this.#renew(lostSession("Another client has taken the session over.", "resumed_elsewhere"));
    }
    if (this.#isTooLate(nowMs)) this.giveUp(this.#tooLate());
  }

  received(data, nowMs) {
    if (this.phase === "over" || this.hangUp !== null) return;
    this.heardMs = nowMs;
    try {
      const message = parse(data);
      this.#count(message.seq);
      if (this.phase === "talking") {
        this.lostMs = null;
        this.attempts = 0;
        this.#take(message, nowMs);
      } else {
        this.#takeGreeting(message, nowMs);
      }
    } catch (error) {
      if (!(error instanceof Misbehaved)) throw error;
      // A resume makes good what was garbled on the way, but not a server that means it.
      this.oddities += 1;
      this.hangUp = error.message;
      if (this.oddities >= MAX_ODDITIES) this.giveUp(error);
    }
  }

  tick(nowMs) {
    if (this.phase === "over") return;
    if (this.#isTooLate(nowMs)) {
      this.giveUp(this.#tooLate());
      this.hangUp = "it is too late";
    } else if (nowMs >= this.#silentAtMs) {
      this.hangUp ??= "nothing was heard";
    }
  }

  outgoing(nowMs) {
    const messages = this.controls;
    this.controls = [];
    if (this.phase !== "talking") return messages;
    for (let message; (message = this.outbox.take(nowMs)); ) {
      const about = message.kind === "start" ? {} : { utterance: message.utterance };
      messages.push(encode(message.kind, { n: message.n, ...message.fields, ...about }));
    }
    if (nowMs >= this.pingAtMs) {
      this.pingAtMs = nowMs + this.heartbeatMs;
      messages.push(encode("ping", { id: this.outbox.newestSent }));
    }
    return messages;
  }

  /** When `tick` or `outgoing` may have something. */
  get dueMs() {
    const talking = this.phase === "talking";
    const sendMs = talking ? Math.min(this.pingAtMs, this.outbox.readyMs) : Infinity;
    return Math.min(sendMs, this.#silentAtMs, this.#tooLateAtMs);
  }

  events() {
    const told = this.told;
    this.told = [];
    return told;
  }

  close(nowMs) {
    if (this.phase === "over") return [];
    for (const ledger of [...this.ledgers.values()]) {
      if (!ledger.leaving) this.#put(ledger, "cancel");
      this.#end(ledger, outcomeOf(ledger, "cancelled"));
    }
    const farewell = this.outgoing(nowMs);
    this.phase = "over";
    return farewell;
  }

  giveUp(error) {
    if (this.phase === "over") return;
    this.error = error;
    for (const ledger of [...this.ledgers.values()]) this.#fail(ledger, error);
    this.phase = "over";
    this.told.push({ type: "gave_up", error });
  }

  // What the client says.

  start(options = {}) {
    if (this.phase === "over") {
      throw this.error ?? new BrisaError("connection_failed", "The client is closed.");
    }
    const words = options.words ?? true;
    const ledger = new Ledger(this.started, words);
    this.started += 1;
    this.ledgers.set(ledger.key, ledger);
    this.#number(ledger);
    this.#put(ledger, "start", {
      voice: options.voice,
      language: options.language,
      speed: options.speed,
      seed: options.seed,
      sample_rate: options.sampleRateHz,
      priority: options.priority,
      words,
      paced: options.paced ?? true,
      text: options.textOptions,
    });
    return ledger.key;
  }

  push(key, text) {
    const ledger = this.ledgers.get(key);
    if (!ledger || ledger.leaving) return;
    if (ledger.textEnded) {
      throw new BrisaError("invalid_request", "The text of this utterance has ended.");
    }
    // A piece may end inside a character; the rest of it comes with the next one.
    const all = ledger.half + text;
    ledger.half = isHighSurrogate(all.charCodeAt(all.length - 1)) ? all.at(-1) : "";
    this.#say(ledger, all.slice(0, all.length - ledger.half.length));
  }

  flush(key) {
    this.#ifSpoken(key, (ledger) => this.#put(ledger, "flush"));
  }

  end(key) {
    this.#ifSpoken(key, (ledger) => {
      if (ledger.textEnded) return;
      if (ledger.half) this.#say(ledger, ledger.half);
      ledger.textEnded = true;
      this.#put(ledger, "end");
    });
  }

  playhead(key, sample, paused = false) {
    this.#ifSpoken(key, (ledger) => {
      ledger.playedSamples = sample;
      this.#put(ledger, "playhead", { sample, paused });
    });
  }

  cancel(key, playedSample = null) {
    this.#ifSpoken(key, (ledger) => {
      ledger.leaving = true;
      ledger.playedSamples = playedSample ?? ledger.playedSamples;
      this.#put(ledger, "cancel", { sample: playedSample });
    });
  }

  // What the server says.

  #count(seq) {
    if (seq === undefined || seq === null) return;
    if (this.seq !== null && seq % SEQ_MODULUS !== this.seq) {
      throw new Misbehaved("A message of the server was lost, doubled or reordered.");
    }
    this.seq = (seq + 1) % SEQ_MODULUS;
  }

  #takeGreeting(message, nowMs) {
    const { asked } = this;
    if (message.type === "hello" && !asked) this.#greeted(message, nowMs);
    else if (message.type === "resumed" && asked) this.#resumed(message, asked, nowMs);
    else if (message.type === "error" && asked) this.#refused(message);
    else if (["error", "resumed", "audio", ...TOLD].includes(message.type)) {
      throw new Misbehaved("The server did not greet.");
    }
  }

  #greeted(hello, nowMs) {
    const resumable = typeof hello.token === "string";
    this.everGreeted = true;
    this.session = { id: hello.session, token: resumable ? hello.token : null };
    this.heartbeatMs = hello.heartbeat_s > 0 ? hello.heartbeat_s * 1_000 : HEARTBEAT_MS;
    if (resumable && hello.resume_window_s > 0) {
      this.reconnectForMs = hello.resume_window_s * 1_000;
    }
    this.#talk(nowMs);
    this.told.push({ type: "connected", resumable });
  }

  #resumed(message, asked, nowMs) {
    if (!isCount(message.received) || message.received > this.outbox.newestSent) {
      throw new Misbehaved("The server received more messages than there were.");
    }
    this.asked = null;
    this.told.push({ type: "resumed", gapMs: this.lostMs === null ? 0 : nowMs - this.lostMs });
    this.#talk(nowMs);
    this.outbox.rewind(message.received);
    const states = new Map((message.utterances ?? []).map((state) => [state.utterance, state]));
    for (const ledger of asked) {
      const state = states.get(ledger.number);
      if (!state || state.state === "lost") {
        // One that the server never heard of is begun by the messages that go again.
        if (this.outbox.waits(ledger.key, "start")) continue;
        const text = "The server could not continue the utterance.";
        this.#fail(ledger, lostSession(text, "utterance_lost"));
      } else if (state.next_sample > ledger.heldSamples) {
        const text = "The server could not repeat the samples that were lost.";
        this.#abandon(ledger, new BrisaError("samples_lost", text));
      }
    }
  }

  #refused({ code, message }) {
    this.hangUp = `the session was not resumed (${code})`;
    if (code === "resume_unavailable") return; // it may be later
    this.#renew(lostSession(message || "The server has the session no more.", code));
  }

  #take(message, nowMs) {
    switch (message.type) {
      case "audio":
        this.#sounded(message, nowMs);
        break;
      case "pong":
        this.oddities = 0;
        if (isCount(message.id)) this.outbox.acknowledged(message.id);
        break;
      case "error":
        this.told.push({ type: "complained", error: errorOf(message) });
        break;
      case "hello":
      case "resumed":
        throw new Misbehaved("The server greeted twice.");
      default:
        if (TOLD.includes(message.type)) this.#toldOf(message, nowMs);
    }
  }

  #sounded({ utterance, startSample, pcm }, nowMs) {
    const ledger = this.numbers.get(utterance);
    if (!ledger) return;
    let chunk;
    try {
      chunk = ledger.take(startSample, pcm);
    } catch (error) {
      if (error.code !== "samples_lost") throw error;
      this.#abandon(ledger, error);
      return;
    }
    if (chunk) this.told.push({ type: "sounded", key: ledger.key, chunk });
    if (ledger.heldSamples > ledger.reportedSamples && nowMs - ledger.reportedMs >= REPORT_MS) {
      this.#report(ledger, nowMs);
    }
  }

  #toldOf(message, nowMs) {
    const ledger = this.numbers.get(message.utterance);
    if (!ledger) return;
    const { key } = ledger;
    switch (message.type) {
      case "started": {
        const { voice, degraded = [] } = message;
        if (!ledger.started(message.sample_rate)) return;
        this.told.push({ type: "started", key, voice, degraded, sampleRateHz: message.sample_rate });
        break;
      }
      case "words":
        ledger.mark(message.words.map(wordOf));
        break;
      case "finished":
        this.#finished(ledger, message, nowMs);
        break;
      case "cancelled": {
        const outcome = outcomeOf(ledger, "cancelled", { samples: message.samples });
        this.#end(ledger, outcome, ledger.cancellation(message.samples, message.heard_sample));
        break;
      }
      default:
        this.#fail(ledger, errorOf(message));
    }
  }

  #finished(ledger, { samples, dropped_chars: droppedChars = 0 }, nowMs) {
    if (samples !== ledger.heldSamples) {
      const text = "The utterance has more or fewer samples than came.";
      this.#fail(ledger, new BrisaError("samples_lost", text));
      return;
    }
    // Until it is told so, the server keeps the last of it for a client that may come back.
    this.#report(ledger, nowMs);
    const cancellation = ledger.leaving ? ledger.cancellation(samples, null, true) : null;
    this.#end(ledger, outcomeOf(ledger, "finished", { droppedChars }), cancellation);
  }

  // Small things.

  #talk(nowMs) {
    this.phase = "talking";
    this.pingAtMs = nowMs + this.heartbeatMs;
  }

  get #silentAtMs() {
    const listening = this.phase === "greeting" || this.phase === "talking";
    return listening ? this.heardMs + 2 * this.heartbeatMs : Infinity;
  }

  get #tooLateAtMs() {
    const out = this.lostMs !== null && this.phase !== "talking" && this.phase !== "over";
    return out ? this.lostMs + this.reconnectForMs : Infinity;
  }

  #isTooLate(nowMs) {
    return nowMs >= this.#tooLateAtMs;
  }

  #tooLate() {
    const spanS = this.reconnectForMs / 1_000;
    const text = `The connection was lost, and not got back within ${spanS} s.`;
    return new BrisaError("connection_failed", text);
  }

  #pauseMs() {
    const attempt = this.attempts;
    this.attempts += 1;
    if (attempt === 0) return this.random() * FIRST_MS;
    const spanMs = Math.min(BASE_MS * 2 ** (attempt - 1), MOST_MS);
    return spanMs * (0.5 + this.random() / 2);
  }

  #knownToServer() {
    return [...this.ledgers.values()].filter((ledger) => this.outbox.wasSent(ledger.key));
  }

  #renew(error) {
    this.session = null;
    this.told.push({ type: "renewed", error });
    for (const ledger of this.#knownToServer()) this.#fail(ledger, error);
    this.newestNumber = 0;
    this.numbers.clear();
    for (const ledger of this.ledgers.values()) this.#number(ledger);
    this.outbox.renew(new Map([...this.ledgers].map(([key, { number }]) => [key, number])));
  }

  #number(ledger) {
    this.newestNumber += 1;
    ledger.number = this.newestNumber;
    this.numbers.set(ledger.number, ledger);
  }

  #ifSpoken(key, act) {
    const ledger = this.ledgers.get(key);
    if (ledger && !ledger.leaving) act(ledger);
  }

  #say(ledger, text) {
    const whole = wellFormed(text);
    if (!whole) return;
    ledger.text.push(whole);
    this.outbox.putText(ledger.key, ledger.number, whole);
  }

  #put(ledger, kind, fields) {
    this.outbox.put(ledger.key, ledger.number, kind, fields);
  }

  #report(ledger, nowMs) {
    ledger.reportedSamples = ledger.heldSamples;
    ledger.reportedMs = nowMs;
    this.#put(ledger, "received", { samples: ledger.heldSamples });
  }

  #abandon(ledger, error) {
    if (!ledger.leaving) this.#put(ledger, "cancel");
    this.#fail(ledger, error);
  }

  #fail(ledger, error) {
    const cancellation = ledger.leaving ? ledger.cancellation(ledger.heldSamples) : null;
    this.#end(ledger, outcomeOf(ledger, "failed", { error }), cancellation);
  }

  #end(ledger, outcome, cancellation = null) {
    this.ledgers.delete(ledger.key);
    this.numbers.delete(ledger.number);
    this.outbox.ended(ledger.key);
    this.told.push({ type: "ended", key: ledger.key, ledger, outcome, cancellation });
  }
}

const TOLD = ["started", "words", "finished", "cancelled", "failed"];

function parse(data) {
  if (typeof data !== "string") return parseAudio(data);
  let message;
  try {
    message = JSON.parse(data);
  } catch {
    message = null;
  }
  if (typeof message?.type !== "string" || message.type === "audio") {
    throw new Misbehaved("The server sent what is no message.");
  }
  const counts = NEEDED[message.type] ?? [];
  if (!counts.every((name) => isCount(message[name]))) {
    throw new Misbehaved("The server sent a message that is not of its type.");
  }
  if (message.type === "words" && !Array.isArray(message.words)) {
    throw new Misbehaved("The server sent a message that is not of its type.");
  }
  return message;
}

const NEEDED = {
  hello: ["seq"],
  resumed: ["seq", "received"],
  started: ["seq", "utterance", "sample_rate"],
  words: ["seq", "utterance"],
  finished: ["seq", "utterance", "samples"],
  cancelled: ["seq", "utterance", "samples"],
  failed: ["seq", "utterance"],
};

function parseAudio(buffer) {
  if (buffer.byteLength < HEADER_BYTES || buffer.byteLength % 2) {
    throw new Misbehaved("The server sent audio that is too short or has half a sample.");
  }
  const view = new DataView(buffer);
  if (view.getUint8(0) !== 1 || view.getUint8(1) !== 1) {
    throw new Misbehaved("The server sent audio of another version or kind.");
  }
  return {
    type: "audio",
    utterance: view.getUint32(4, true),
    seq: view.getUint32(8, true),
    startSample: Number(view.getBigUint64(12, true)),
    pcm: new Int16Array(buffer, HEADER_BYTES),
  };
}

/** Fields that are null or undefined are left out. */
function encode(type, fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify({ type, ...Object.fromEntries(given) });
}

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

function isHighSurrogate(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Halves of characters have no form on the wire. */
function wellFormed(text) {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function wordOf(word) {
  return {
    text: word.text,
    startChar: word.start_char,
    endChar: word.end_char,
    startSample: word.start_sample,
    endSample: word.end_sample,
  };
}

function errorOf({ code, message, param, retry_after_s: retryAfterS }) {
  return new BrisaError(code ?? "internal_error", message ?? "", { param, retryAfterS });
}

function lostSession(message, reason) {
  return new BrisaError("session_lost", message, { reason });
}

function outcomeOf(ledger, state, more = {}) {
  return { state, samples: ledger.heldSamples, sampleRateHz: ledger.sampleRateHz, ...more };
}

/** The address of the WebSocket of the server at `url` (http, https, ws or wss). */
export function streamUrl(url, apiKey = null) {
  let found;
  try {
    found = new URL(url, globalThis.location?.href);
  } catch {
    throw new BrisaError("invalid_request", "A server's address is like ws://127.0.0.1:8100.");
  }
  const scheme = { "http:": "ws:", "https:": "wss:", "ws:": "ws:", "wss:": "wss:" }[found.protocol];
  if (!scheme || !found.host) {
    throw new BrisaError("invalid_request", "A server's address is like ws://127.0.0.1:8100.");
  }
  const path = found.pathname.replace(/\/+$/, "");
  const whole = new URL(`${scheme}//${found.host}`);
  whole.pathname = path.endsWith("/v1/stream") ? path : `${path}/v1/stream`;
  whole.search = found.search;
  // Web pages cannot set headers.
  if (apiKey !== null) whole.searchParams.set("api_key", apiKey);
  return whole.href;
}

/**
 * One utterance. Iterate over it once, with `for await`, for its audio; a loop over one that failed
 * throws its error after the audio that came, and one that is left early cancels it.
 */
export class Utterance {
  #client;
  #key;
  #chunks = [];
  #waiters = [];
  #end = null;
  #leaving = false;

  constructor(client, key) {
    this.#client = client;
    this.#key = key;
    /** @type {string|null} the voice that speaks it, once it has started */
    this.voice = null;
    /** @type {number|null} */
    this.sampleRateHz = null;
    /** @type {string[]} what is less than was asked for */
    this.degraded = [];
    /** @type {Outcome|null} null while it has not ended */
    this.outcome = null;
  }

  /** More text, cut anywhere. @param {string} text */
  push(text) {
    this.#client.say_(() => this.#client.protocol_.push(this.#key, text));
  }

  /** Speak what there is, without waiting for the end of a sentence. */
  flush() {
    this.#client.say_(() => this.#client.protocol_.flush(this.#key));
  }

  /** No more text. */
  end() {
    this.#client.say_(() => this.#client.protocol_.end(this.#key));
  }

  /**
   * The listener has heard up to `sample`, and is held there or not. Best told every 200 ms to 1 s.
   * @param {number} sample
   * @param {boolean} [paused]
   */
  playhead(sample, paused = false) {
    this.#client.say_(() => this.#client.protocol_.playhead(this.#key, sample, paused));
  }

  /**
   * Stop, and what was heard: up to `playedSample` if that is given, else what the server
   * estimates. Audio that waits is dropped at once. The utterance may have ended before.
   * @param {number|null} [playedSample]
   * @returns {Promise<Cancellation>}
   */
  async cancel(playedSample = null) {
    this.#leaving = true;
    this.#chunks = [];
    this.#client.say_(() => this.#client.protocol_.cancel(this.#key, playedSample));
    this.#wake();
    while (!this.#end) await this.#news();
    const { cancellation, ledger, outcome } = this.#end;
    const whole = outcome.state === "finished";
    return cancellation ?? ledger.cancellation(outcome.samples, playedSample, whole);
  }

  /** @returns {AsyncGenerator<Chunk, void, void>} */
  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        while (this.#chunks.length) yield this.#chunks.shift();
        if (this.#leaving) return;
        if (this.#end) {
          if (this.outcome.error) throw this.outcome.error;
          return;
        }
        await this.#news();
      }
    } finally {
      if (!this.#end && !this.#leaving) this.cancel();
    }
  }

  /** Called by the client alone. */
  take_(event) {
    if (event.type === "started") {
      const { voice, sampleRateHz, degraded } = event;
      Object.assign(this, { voice, sampleRateHz, degraded });
    } else if (event.type === "sounded") {
      if (!this.#leaving) this.#chunks.push(event.chunk);
    } else {
      this.outcome = event.outcome;
      this.#end = event;
    }
    this.#wake();
  }

  #news() {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #wake() {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

/** Talks to one server, over as many connections one after another as it takes. */
export class Client {
  #url;
  #onEvent;
  #WebSocket;
  #utterances = new Map();
  #socket = null;
  #timer = null;
  #openedBy = Infinity;
  #greeted = null;

  /**
   * @param {string} url
   * @param {ClientOptions} [options]
   */
  constructor(url, options = {}) {
    this.#url = streamUrl(url, options.apiKey ?? null);
    this.#onEvent = options.onEvent ?? (() => {});
    this.#WebSocket = options.WebSocket ?? globalThis.WebSocket;
    if (!this.#WebSocket) {
      const text = "There is no WebSocket here; give one as the option WebSocket.";
      throw new BrisaError("invalid_request", text);
    }
    /** Of use to the classes of this file alone. */
    this.protocol_ = new Protocol(now(), { reconnectForS: options.reconnectForS });
  }

  /** The server's name for this client's session, for its logs. @returns {string|null} */
  get session() {
    return this.protocol_.session?.id ?? null;
  }

  /** Resolves when there is a session, and rejects if there is no server. @returns {Promise<this>} */
  async open() {
    const greeted = new Promise((resolve, reject) => {
      this.#greeted = { resolve, reject };
    });
    this.#settle();
    await greeted;
    return this;
  }

  /** Begin an utterance. @param {StartOptions} [options] @returns {Utterance} */
  start(options = {}) {
    const key = this.protocol_.start(options);
    const utterance = new Utterance(this, key);
    this.#utterances.set(key, utterance);
    this.#settle();
    return utterance;
  }

  /**
   * The audio of `text`, whole or in pieces as they come. Left early, it is cancelled; so it is
   * where `text` throws, which is then thrown here.
   * @param {string|Iterable<string>|AsyncIterable<string>} text
   * @param {StartOptions} [options]
   * @returns {AsyncGenerator<Chunk, void, void>}
   */
  async *say(text, options = {}) {
    const utterance = this.start(options);
    let left = false;
    const feed = async () => {
      for await (const piece of typeof text === "string" ? [text] : text) {
        if (left) return;
        utterance.push(piece);
      }
      utterance.end();
    };
    let problem = null;
    const feeding = feed().catch((error) => {
      problem = { error };
      utterance.cancel();
    });
    try {
      yield* utterance;
      await feeding;
    } finally {
      left = true;
    }
    if (problem) throw problem.error;
  }

  /** Cancel what still runs, and leave. */
  close() {
    const farewell = this.protocol_.close(now());
    if (this.#socket?.readyState === 1) {
      for (const message of farewell) this.#socket.send(message);
    }
    this.#drop();
    this.#tell();
  }

  /** Called by utterances alone. */
  say_(act) {
    act();
    this.#settle();
  }

  /** Do what is due, tell what happened, and come back when something is due again. */
  #settle() {
    clearTimeout(this.#timer);
    const protocol = this.protocol_;
    protocol.tick(now());
    if (this.#socket && now() >= this.#openedBy) protocol.hangUp ??= "no answer in time";
    if (this.#socket && protocol.hangUp !== null) {
      this.#drop();
      protocol.closed("it broke", now());
    }
    if (protocol.phase === "away" && now() >= protocol.dialAtMs) this.#dial();
    if (this.#socket?.readyState === 1) {
      for (const message of protocol.outgoing(now())) this.#socket.send(message);
    }
    this.#tell();
    if (protocol.phase === "over") return;
    const dialAtMs = protocol.phase === "away" ? protocol.dialAtMs : Infinity;
    const dueMs = Math.min(protocol.dueMs, dialAtMs, this.#openedBy);
    if (dueMs < Infinity) {
      this.#timer = setTimeout(() => this.#settle(), Math.max(Math.ceil(dueMs - now()), 0));
    }
  }

  #dial() {
    const protocol = this.protocol_;
    protocol.dialled();
    const socket = new this.#WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#openedBy = now() + OPEN_TIMEOUT_MS;
    const ifCurrent = (act) => (event) => {
      if (this.#socket !== socket) return;
      act(event);
      this.#settle();
    };
    socket.onopen = ifCurrent(() => {
      this.#openedBy = Infinity;
      protocol.opened(now());
    });
    socket.onmessage = ifCurrent(({ data }) => protocol.received(data, now()));
    const lost = (why, code) => {
      this.#drop();
      protocol.closed(why, now(), code);
    };
    // After an error comes a close, but not from every WebSocket.
    socket.onerror = ifCurrent(() => lost("it broke"));
    socket.onclose = ifCurrent(({ code, reason }) => {
      lost(`closed with ${code}${reason ? ` (${reason})` : ""}`, code);
    });
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#openedBy = Infinity;
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState < 2) socket.close();
  }

  #tell() {
    for (const event of this.protocol_.events()) {
      if ("key" in event) {
        this.#utterances.get(event.key)?.take_(event);
        if (event.type === "ended") this.#utterances.delete(event.key);
        continue;
      }
      if (event.type === "connected") this.#greeted?.resolve();
      if (event.type === "gave_up") this.#greeted?.reject(event.error);
      // What it throws is the platform's to report, and breaks no connection.
      queueMicrotask(() => this.#onEvent(event));
    }
  }
}

function now() {
  return performance.now();
}

/**
 * A client that is connected to the server at `url`.
 * @param {string} url
 * @param {ClientOptions} [options]
 * @returns {Promise<Client>}
 */
export function connect(url, options = {}) {
  return new Client(url, options).open();
}
