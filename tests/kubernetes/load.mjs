// Runs in a pod of the cluster, from a ConfigMap. Sends requests as clients do, without any retry, until it is stopped.
// Prints one JSON line for each failed request, and one each second with the sums so far.

const { BASE_URL, API_KEY, WORKFLOW, WORKERS = '6' } = process.env;
const headers = { authorization: `Bearer ${API_KEY}` };
const sums = {
  requests: 0,
  failed: 0,
  submitted: 0,
  runs: 0,
  uploads: 0,
  limited: 0,
  streams: 0,
  reconnects: 0,
  lostStreams: 0,
  slowestMs: 0,
};
let stopping = false;
process.on('SIGTERM', () => (stopping = true));
const say = (line) => console.log(JSON.stringify({ at: new Date().toISOString(), ...line }));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function request(method, path, body) {
  const started = performance.now();
  const own = body instanceof FormData ? {} : { 'content-type': 'application/json' };
  sums.requests++;
  try {
    const response = await fetch(`${BASE_URL}/api/v1${path}`, {
      method,
      headers: body ? { ...headers, ...own, 'idempotency-key': crypto.randomUUID() } : headers,
      body: body instanceof FormData ? body : body && JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (response.status === 429) sums.limited++;
    else if (!response.ok) {
      sums.failed++;
      say({ failed: `${method} ${path}`, status: response.status, text: text.slice(0, 300) });
    }
    return response.ok ? JSON.parse(text) : undefined;
  } catch (error) {
    sums.failed++;
    say({ failed: `${method} ${path}`, error: String(error), cause: String(error.cause) });
  } finally {
    sums.slowestMs = Math.max(sums.slowestMs, Math.round(performance.now() - started));
  }
}

function fails(what, details) {
  sums.failed++;
  say({ failed: what, ...details });
}

/** Follows a job's events to the terminal event, over as many connections as it takes. */
async function follow(id) {
  sums.streams++;
  const deadline = Date.now() + 120_000;
  for (let tries = 0; Date.now() < deadline; tries++) {
    if (tries > 0) sums.reconnects++;
    try {
      const response = await fetch(`${BASE_URL}/api/v1/jobs/${id}/events`, {
        headers,
        signal: AbortSignal.timeout(100_000),
      });
      let text = '';
      for await (const chunk of response.body) {
        text += Buffer.from(chunk);
        if (!/event: terminal[\s\S]*\n\n/.test(text)) continue;
        if (!text.includes('COMPLETED')) fails(`job ${id}`, { text: text.slice(-300) });
        return;
      }
    } catch {
      // The stream broke off. Connects again, as EventSource does.
    }
    await pause(1_000);
  }
  sums.lostStreams++;
  say({ lostStream: id });
}

const sequence = { id: 'b', slotId: 'sequences', kind: 'protein', format: 'TEXT', source: { type: 'text' } };
const job = {
  tool: 'protein-properties',
  name: 'load',
  input: { inputs: [{ ...sequence, content: 'FVNQHLCGSHLVEALYLVCGERGFFYTPKT' }] },
};

async function read() {
  await request('GET', '/jobs?limit=5');
  await request('GET', '/account');
  await request('GET', '/files?limit=5');
}

/** Submits one job at a time, so that the queue stays short. */
async function submit() {
  const submitted = await request('POST', '/jobs', job);
  if (!submitted) return;
  sums.submitted++;
  await follow(submitted.id);
}

/** Starts a run of a workflow in a new project, and waits until the run has ended. */
async function run() {
  const project = await request('POST', '/projects', { name: 'Load' });
  const input_data = { proteins: { method: 'text', textContent: `>b\n${job.input.inputs[0].content}\n` } };
  const body = { name: 'load', max_credits: 100, project_id: project?.id ?? null, input_data };
  const started = await request('POST', `/workflows/${WORKFLOW}/runs`, body);
  if (!started) return;
  sums.runs++;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(2_000)) {
    const now = await request('GET', `/workflow-runs/${started.id}`);
    if (now?.status === 'COMPLETED') return;
    if (['COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED', 'PAUSED'].includes(now?.status)) break;
  }
  fails(`run ${started.id}`);
}

async function upload() {
  const form = new FormData();
  form.append('file', new Blob([`>b\n${job.input.inputs[0].content}\n`]), 'insulin.fasta');
  if (await request('POST', '/files', form)) sums.uploads++;
  await pause(800);
}

/** The tasks that each worker repeats in this order. */
const kinds = [submit, read, run, read, upload, read];

async function work(turn) {
  while (!stopping) {
    await turn();
    await pause(200);
  }
}

const timer = setInterval(() => say(sums), 1_000);
await Promise.all(Array.from({ length: Number(WORKERS) }, (_, i) => work(kinds[i % kinds.length])));
clearInterval(timer);
say({ ended: true, ...sums });
