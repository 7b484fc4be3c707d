import { missingFrom } from '@rotamer/chart/observability.ts';
import { startOtlpReceiver } from '@rotamer/stack/traces/otlpReceiver.ts';
import { parseOtlp } from '@rotamer/stack/traces/parseOtlp.ts';
import type { Span } from '@rotamer/stack/traces/span.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { secretsIn } from '@rotamer/test-support/loggedSecrets.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { parseLines, readLogs } from '@rotamer/test-support/serviceLogs.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspaceOn } from '@rotamer/test-support/workspace.ts';
import { expect, it, onTestFinished } from 'vitest';

/** Submits a job of a new workspace, and waits until it is paid for. */
async function runJob(stack: RunningStack): Promise<Job> {
  const place = { baseUrl: stack.baseUrl, dataDir: stack.home.dataDir };
  const { client } = await newWorkspaceOn(place, await loadContract(stack.baseUrl));
  const { id } = (await client.post<Job>('/jobs', propertiesOf(lysozyme, { name: 'private name' }))).body;
  const job = await waitForJob(client, id);
  await waitForSettled(client, [id]);
  return job;
}

/** A stack of the test's own; whatever of it is left is ended with the test. */
async function start(options: Parameters<typeof startStack>[0]): Promise<RunningStack> {
  const home = newHome();
  onTestFinished(() => void removeHome(home));
  return startStack({ ...options, home });
}

async function stop(stack: RunningStack): Promise<void> {
  expect(await stack.interrupt()).toBe(0);
}

it('a submitted job is one trace through every service, and leaks nothing of what was submitted', async () => {
  const bodies: string[] = [];
  const receiver = await startOtlpReceiver((body) => void bodies.push(body));
  onTestFinished(receiver.stop);
  const stack = await start({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_METRICS_EXPORTER: 'none',
      ROTAMER_METRICS_LISTEN: '127.0.0.1:0',
    },
  });
  expect((await runJob(stack)).status).toBe('COMPLETED');
  const metrics = await scrape(stack);
  // Shutdown flushes what was not exported yet.
  await stop(stack);

  expect(metrics).toMatch(
    /^http_server_request_duration_seconds_count\{route="\/api\/v1\/jobs",method="POST",status_class="2xx"\} 1$/m,
  );
  expect(metrics).toMatch(/^jobs_ended_total\{tool="protein-properties",outcome="COMPLETED"\} 1$/m);
  for (const name of ['ledger_imbalance_credits', 'holds_open', 'outbox_unpublished', 'sse_streams'])
    expect(metrics).toMatch(new RegExp(`^${name} 0$`, 'm'));
  expect(missingFrom(metrics)).toEqual([]);
  // Labels have few values: never a workspace, a key or a job.
  expect(metrics).not.toMatch(/(ws|job|key|usr)_01/);

  const spans = bodies.flatMap(parseOtlp);
  const submission = spans.find(({ name }) => name === 'POST /api/v1/jobs')!;
  const trace = spans.filter(({ traceId }) => traceId === submission.traceId);
  expect(trace.length).toBeGreaterThanOrEqual(10);
  expect(trace.map(({ service }) => service)).toEqual(
    expect.arrayContaining(['gateway', 'jobs', 'billing', 'files', 'runner', 'workflows']),
  );
  expect(trace.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'rotamer.billing.v1.Billing/PlaceHolds',
      'select accept_jobs',
      'publish jobs.events.v1',
      expect.stringMatching(/^consume .*completed$/i),
      'attempt protein-properties',
      'tool process',
      'put blob',
    ]),
  );
  expect(orphans(trace)).toEqual([]);
  const text = bodies.join('\n');
  expect(secretsIn(text)).toEqual([]);
  expect(text).not.toContain('private name');
});

/** What Prometheus would read of all services. */
async function scrape({ home }: RunningStack): Promise<string> {
  const logs = readLogs(home.dataDir);
  const texts = ['gateway', 'jobs', 'billing', 'files', 'runner'].map(async (service) => {
    const { port } = parseLines(logs, service).find(({ message }) => message === 'serving metrics')!;
    return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  });
  return (await Promise.all(texts)).join('\n');
}

/** Spans of a trace without its root, whose parent is unknown. */
function orphans(trace: Span[]): Span[] {
  const known = new Set(trace.map(({ spanId }) => spanId));
  const [, ...others] = trace.toSorted((a, b) => Number(!!a.parentSpanId) - Number(!!b.parentSpanId));
  return others.filter(({ parentSpanId }) => !known.has(parentSpanId ?? ''));
}

it('--traces shows on the terminal where the milliseconds of a submission went', async () => {
  const stack = await start({ args: ['--traces'] });
  await runJob(stack);
  await waitFor('the trace to be shown', () => /POST \/api\/v1\/jobs in .* ms/.test(stack.output()));
  const shown = stack.output().slice(stack.output().indexOf('POST /api/v1/jobs in'));
  expect(shown).toMatch(/ 0 ms +[\d.]+ ms {2}gateway +POST \/api\/v1\/jobs +█+/);
  expect(shown).toMatch(/ [\d.]+ ms {2}jobs +select accept_jobs +█+/);
  await stop(stack);
});
