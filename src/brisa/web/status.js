// Shows how the server is, while somebody looks at the page.

const INTERVAL_MS = 2000;
const TIMEOUT_MS = 5000;

const $ = (id) => document.getElementById(id);
const ui = {
  state: $("server-state"), alerts: $("server-alerts"), live: $("server-live"),
  late: $("server-late"), workers: $("server-workers"), asked: $("server-asked"),
  rows: $("server-streams"),
};

const STATES = {
  ready: "The server is ready.",
  starting: "The server is starting.",
  draining: "The server is shutting down and takes no new streams.",
  failed: "The server cannot start; its log says why.",
};

// What new streams get less of, by degradation level.
const RUNGS = {
  look_ahead: "The server is busy and makes more sound ahead while it can.",
  lighter_voice: "The server is busy: new streams may be spoken with a lighter voice.",
  sample_rate: "The server is busy: new streams may be sent at a lower sample rate.",
  refuse: "The server cannot keep up and takes no new streams.",
};

const MOST_ROWS = 8;
const LOW_SLACK_MS = 100;

function put(element, text) {
  // What has not changed is left alone, or it would be read aloud again.
  if (element.textContent !== text) element.textContent = text;
}

function share(part) { return `${Math.round(part * 100)} %`; }

function inMs(value) { return value === null ? "–" : `${Math.round(value)} ms`; }

function warnings({ alerts, degradation, workers }) {
  const lost = workers.filter((worker) => worker.state !== "ready");
  return [
    ...alerts.map((alert) => alert.message),
    ...(degradation in RUNGS ? [RUNGS[degradation]] : []),
    ...lost.map((worker) => {
      const why = worker.problem ? ` (${worker.problem})` : "";
      return `Worker ${worker.index} is ${worker.state.replaceAll("_", " ")}${why}.`;
    }),
  ];
}

function showWarnings(texts) {
  const shown = [...ui.alerts.children].map((item) => item.textContent);
  if (shown.join("\n") === texts.join("\n")) return;
  ui.alerts.replaceChildren(...texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  ui.alerts.hidden = !texts.length;
}

function row(stream) {
  const line = document.createElement("tr");
  const heard = stream.job_class === "bulk" ? "file" : inMs(stream.slack_ms);
  const cells = [
    stream.voice, `${(stream.produced_ms / 1000).toFixed(1)} s`, heard, String(stream.underruns),
  ];
  line.append(...cells.map((text) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    return cell;
  }));
  const { slack_ms: slackMs } = stream;
  if (slackMs !== null && slackMs <= LOW_SLACK_MS) line.dataset.low = slackMs <= 0 ? "dry" : "low";
  return line;
}

function showReport(report) {
  const { stream_count: count, first_audio: first, workers, admission } = report;
  put(ui.state, STATES[report.state] ?? report.state);
  showWarnings(warnings(report));
  put(ui.live, count.bulk ? `${count.live} + ${count.bulk}` : String(count.live));
  put(ui.late, first ? inMs(first.p95_ms) : "–");
  const ready = workers.filter((worker) => worker.state === "ready").length;
  put(ui.workers, workers.length ? `${ready} of ${workers.length}` : "–");
  put(ui.asked, admission ? share(admission.share) : "–");
  ui.rows.tBodies[0].replaceChildren(...report.streams.slice(0, MOST_ROWS).map(row));
  ui.rows.hidden = !report.streams.length;
}

function showNothing() {
  put(ui.state, "The server does not answer.");
  showWarnings([]);
  for (const field of [ui.live, ui.late, ui.workers, ui.asked]) put(field, "–");
  ui.rows.hidden = true;
}

async function look() {
  try {
    const answer = await fetch("v1/status", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    showReport(await answer.json());
  } catch {
    showNothing();
  }
}

let timer = null; // of the next look
let looking = false;

async function watch() {
  clearTimeout(timer);
  if (looking || document.visibilityState !== "visible") return;
  looking = true;
  await look();
  looking = false;
  timer = setTimeout(watch, INTERVAL_MS);
}

document.addEventListener("visibilitychange", watch);
watch();
