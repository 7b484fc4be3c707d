// Runs in a pod of the cluster, from a ConfigMap: requests as clients make them, without any retry, until it is stopped.
// One JSON line for each request that failed, and one each second with the sums so far.

const { BASE_URL, API_KEY, WORKERS = '6' } = process.env;
const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
const sums = {
  requests: 0,
  failed: 0,
  submitted: 0,
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
  sums.requests++;
  try {
    const response = await fetch(`${BASE_URL}/api/v1${path}`, {
      method,
      headers: body ? { ...headers, 'idempotency-key': crypto.randomUUID() } : headers,
      body: body && JSON.stringify(body),
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

/** Follows a job's events to the terminal one, over as many connections as it takes. */
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
      for await (const chunk of response.body) if (String(Buffer.from(chunk)).includes('event: terminal')) return;
    } catch {
      // The stream broke off: as EventSource does, connect again.
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

/** Most workers read; the others submit one job at a time and follow it, so that the queue stays short. */
async function work(submits) {
  while (!stopping) {
    await request('GET', '/jobs?limit=5');
    await request('GET', '/account');
    const submitted = submits && (await request('POST', '/jobs', job));
    if (submitted) {
      sums.submitted++;
      await follow(submitted.id);
    }
    await pause(200);
  }
}

const timer = setInterval(() => say(sums), 1_000);
await Promise.all(Array.from({ length: Number(WORKERS) }, (_, i) => work(i % 3 === 0)));
clearInterval(timer);
say({ ended: true, ...sums });
