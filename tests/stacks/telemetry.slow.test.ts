// @module-tag stacks

import { dashboards, missingFrom } from '@rotamer/chart/observability.ts';
import type { Span } from '@rotamer/stack/traces/parseOtlp.ts';
import { parseOtlp } from '@rotamer/stack/traces/parseOtlp.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { parseLines, readLogs } from '@rotamer/test-support/serviceLogs.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { describedProteins, publish, startRun, textOf, waitForRun } from '@rotamer/test-support/workflows.ts';
import { newWorkspaceOn, type WorkspaceOptions } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObservedStack, startObserved } from './observed.ts';
import { configurationErrors, spillSecrets } from './secrets.ts';

let stack: ObservedStack;
let metrics: string;
/** Pages of the dashboards, by their ids. */
const pages = new Map<string, string>();
let spans: Span[];
/** Texts that only their owner may see, by description. */
let secrets: Map<string, string>;
let statuses: string[];

/** Runs a stack through everything first. The tests then read what it has logged and exported. */
beforeAll(async () => {
  stack = await startObserved();
  const newWorkspace = await workspacesOn(stack);
  const { key: hasty } = await newWorkspace({ limits: { 'requests-per-minute': 1 } });
  const workspace = await newWorkspace();
  const { client } = workspace;

  const { id } = (await client.post<Job>('/jobs', propertiesOf(lysozyme))).body;
  const { status } = await waitForJob(client, id);
  const [settled] = await waitForSettled(client, [id]);
  const { workflow_id: workflow } = await publish(workspace, describedProteins);
  const input_data = textOf('proteins', `${lysozyme}\n${ubiquitin}`);
  const run = (await startRun(client, workflow, { input_data })).body;
  statuses = [status, (await waitForRun(client, run.id)).status];

  secrets = await spillSecrets(stack, workspace, settled!);

  // More jobs than there are slots, so that one waits, and a key that has used up its requests.
  for (let i = 0; i < 4; i++) await client.post<Job>('/jobs', waitingJob(2));
  const again = { headers: { authorization: `Bearer ${hasty.key}` } };
  await waitFor('the limit', async () => (await fetch(`${stack.baseUrl}/api/v1/account`, again)).status === 429);
  metrics = await stack.scrape();
  await waitFor('Prometheus to have read the ended job', async () =>
    (await stack.dashboard('rotamer-queue')).includes('protein-properties COMPLETED'),
  );
  for (const { uid } of dashboards) pages.set(uid, await stack.dashboard(uid));
  // Shutdown flushes spans that were not exported yet.
  expect(await stack.interrupt()).toBe(0);
  spans = stack.exported('/v1/traces').flatMap(parseOtlp);
}, 400_000);

afterAll(() => stack?.remove());

async function workspacesOn({ baseUrl, home }: ObservedStack) {
  const contract = await loadContract(baseUrl);
  const place = { baseUrl, dataDir: home.dataDir, patient: true };
  return (options?: WorkspaceOptions) => newWorkspaceOn(place, contract, options);
}

describe('traces', () => {
  it('show a submission as one trace from its request to its artifact and its charge', () => {
    expect(statuses[0]).toBe('COMPLETED');
    const { services, names, orphans } = traceOf('POST /api/v1/jobs');
    expect(services).toEqual(['billing', 'files', 'gateway', 'jobs', 'notifications', 'runner', 'workflows']);
    expect(names).toEqual(
      expect.arrayContaining([
        'rotamer.billing.v1.Billing/PlaceHolds',
        'select accept_jobs',
        'publish jobs.events.v1',
        expect.stringMatching(/^consume .*completed$/i),
        'attempt protein-properties',
        'tool process',
        'put blob',
        'rotamer.billing.v1.Billing/SettleHolds',
      ]),
    );
    expect(orphans).toEqual([]);
  });

  it('show a run of a workflow with all its jobs as one trace', () => {
    expect(statuses[1]).toBe('COMPLETED');
    const { services, names, orphans } = traceOf('POST /api/v1/workflows/:workflowId/runs');
    expect(services).toEqual(['billing', 'files', 'gateway', 'jobs', 'notifications', 'runner', 'workflows']);
    expect(names.filter((name) => name === 'tool process')).toHaveLength(2);
    expect(names.filter((name) => name === 'put blob').length).toBeGreaterThanOrEqual(2);
    expect(orphans).toEqual([]);
  });
});

/** Returns the trace that began with this request. */
function traceOf(request: string) {
  const root = spans.find(({ name }) => name === request);
  expect(
    root,
    `a span ${request} among ${spans.map(({ name }) => name).filter((name) => /^POST/.test(name))}`,
  ).toBeTruthy();
  const trace = spans.filter(({ traceId }) => traceId === root!.traceId);
  const known = new Set(trace.map(({ spanId }) => spanId));
  return {
    services: [...new Set(trace.map(({ service }) => service))].sort(),
    names: trace.map(({ name }) => name),
    orphans: trace.filter((span) => span !== root && !known.has(span.parentSpanId ?? '')),
  };
}

describe('metrics', () => {
  it('have every name and label that alerts and dashboards query', () => {
    // Except metrics that only an overloaded process or a failed event would have.
    expect(missingFrom(metrics, ['shed_total', 'dlq_messages_total'])).toEqual([]);
  });

  it('are drawn on the dashboards of npm start -- --observe', () => {
    expect(pages.get('rotamer-edge')).toContain('2xx');
    expect(pages.get('rotamer-money')).toContain('<desc>credits: 0</desc>');
    for (const { uid, panels } of dashboards) {
      const page = pages.get(uid)!;
      // A plot that Prometheus refused would be a paragraph with its words.
      expect(page).not.toContain('<p>');
      expect(page.match(/<svg/g)).toHaveLength(panels.length);
    }
  });

  it('report what happened', () => {
    expect(metrics).toMatch(
      /^http_server_request_duration_seconds_count\{route="\/api\/v1\/jobs",method="POST",status_class="2xx"\} \d/m,
    );
    expect(metrics).toMatch(/^jobs_ended_total\{tool="protein-properties",outcome="COMPLETED"\} \d/m);
    for (const name of ['ledger_imbalance_credits', 'sse_streams'])
      expect(metrics).toMatch(new RegExp(`^${name} 0$`, 'm'));
  });

  it('have labels with few values: never a workspace, a key or a job', () => {
    expect(metrics).not.toMatch(/(ws|job|key|usr)_01/);
  });
});

describe('secrets', () => {
  it('are in no log line at any level, trace or metric, however they were sent', () => {
    const told = new Map([
      ...readLogs(stack.home.dataDir),
      ['traces', stack.exported('/v1/traces').join('\n')],
      ['metrics', [metrics, ...stack.exported('/v1/metrics')].join('\n')],
    ]);
    expect(secrets.size).toBeGreaterThan(20);
    const leaks = [...told].flatMap(([where, text]) =>
      [...secrets]
        .filter(([, secret]) => text.includes(secret))
        .map(([what, secret]) => `${what} in ${where}: ${text.split('\n').find((line) => line.includes(secret))}`),
    );
    expect(leaks).toEqual([]);
  });

  it('are searched in complete log lines of the requests that had them', () => {
    const requests = parseLines(readLogs(stack.home.dataDir), 'gateway').filter(({ route }) => route);
    expect(requests.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(5);
    for (const line of requests)
      expect(Object.keys(line)).toEqual(expect.arrayContaining(['request_id', 'trace_id', 'ms']));
  });

  it('are in no error of a service with wrong settings', async () => {
    for (const { secret, output } of await configurationErrors()) {
      expect(output).toMatch(/"level":"fatal"/);
      expect(output).not.toContain(secret);
    }
  });
});
