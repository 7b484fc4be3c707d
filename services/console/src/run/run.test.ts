import { expect, it } from 'vitest';
import { testConsole, textOf } from '../testing/testConsole.ts';

const counts = { waiting: 2, active: 1, completed: 12, failed: 1, skipped: 0 };

const run = (fields: object = {}) => ({
  ...{ id: 'run_1', object: 'workflow_run', workflow_id: 'wf_1', workflow_name: 'Stable peptides', revision_number: 2 },
  ...{ name: 'Screen', status: 'PAUSED', error: null, estimated_credits: 8, actual_credits: 5, attempt_id: 'att_1' },
  pause: { reason: 'max_credits', node_id: 'dock', decided: false },
  attempts: [{ id: 'att_1', number: 1, max_credits: 10, estimated_credits: 8, actual_credits: 5 }],
  nodes: [
    {
      ...{ id: 'library', type: 'input', label: 'Library', status: 'COMPLETED', after: [], items: 16, error: null },
      ...{ job_counts: { ...counts, waiting: 0, active: 0, completed: 0, failed: 0 }, reused_attempt_id: null },
    },
    {
      ...{ id: 'dock', type: 'tool', tool: 'vina-dock', label: 'Dock each', status: 'RUNNING', after: ['library'] },
      ...{ job_counts: counts, items: 12, error: null, reused_attempt_id: null, credits_used: 5, reserved_credits: 3 },
    },
  ],
  jobs: [
    {
      ...{ object: 'workflow_job', node_id: 'dock', index: 0, status: 'COMPLETED', job_id: 'job_1', tool: 'vina-dock' },
      ...{ job_status: 'COMPLETED', item_label: 'aspirin', error: null, credits_used: 2 },
    },
  ],
  ...{ has_more_jobs: false, created_at: '2026-03-01T12:00:00.000Z' },
  ...fields,
});

const ofDock = { 'GET /workflow-runs/run_1/jobs': () => ({ object: 'list', data: run().jobs, has_more: false }) };

it('draws each step with its state, counts and credits, and says the same in a table', async () => {
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': () => run(), ...ofDock });
  const { body } = await open('runs/run_1');
  expect(textOf(body)).toMatch(/Dock each vina-dock running · 12 of 16 jobs, 1 active/);
  expect(body).toMatch(/<path class="edge" d="M/);
  const text = textOf(body);
  expect(text).toContain('5 credits spent 3 credits reserved of a cap of 10 credits');
  expect(text).toContain('Dock each vina-dock running 12 of 16 jobs, 1 active, 1 failed 5 of 8 credits Library');
});

it('shows the jobs of the step that the address names', async () => {
  const { open, sent } = await testConsole({ 'GET /workflow-runs/run_1': () => run(), ...ofDock });
  expect(textOf((await open('runs/run_1?step=dock')).body)).toContain('aspirin completed 2');
  expect(sent.some(({ path }) => path.startsWith('/workflow-runs/run_1/jobs?node_id=dock'))).toBe(true);
  expect(textOf((await open('runs/run_1?step=library')).body)).not.toContain('aspirin');
});

it('answers with the state of the run for the script of the page', async () => {
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': () => run() });
  const { headers, body } = await open('runs/run_1/state');
  expect(headers['content-type']).toMatch(/json/);
  expect(JSON.parse(body)).toMatchObject({ status: 'PAUSED', spent: 5, reserved: 3, cap: 10, earlier: 0 });
});

it('reads no more items of an output than it shows', async () => {
  const items = Array.from({ length: 100 }, (_, n) => ({
    ...{ id: `itm_${n}`, label: `Item ${n}`, kind: 'json', format: 'JSON', metrics: { n }, job_id: null },
  }));
  const nodes = [{ node_id: 'out', type: 'output', status: 'COMPLETED', jobs: [], items, has_more_items: true }];
  const out = { ...run().nodes[0]!, id: 'out', type: 'output', label: 'Result', after: ['dock'] };
  const { open, sent } = await testConsole({
    'GET /workflow-runs/run_1': () => run({ status: 'COMPLETED', pause: null, nodes: [...run().nodes, out] }),
    'GET /workflow-runs/run_1/results': () => ({ object: 'workflow_run_result', run_id: 'run_1', nodes }),
  });
  const text = textOf((await open('runs/run_1?step=out')).body);
  expect(text).toContain('Item 99');
  expect(text).toContain('The first 100 items.');
  const read = sent.filter(({ path }) => path.includes('/results')).map(({ path }) => path);
  expect(read).toEqual(['/workflow-runs/run_1/results?node_id=out&limit=100']);
});

it('raises the cap of a run that reached it', async () => {
  const { open, post, sent } = await testConsole({
    ...ofDock,
    'GET /workflow-runs/run_1': () => run(),
    'POST /workflow-runs/run_1/continue': () => run({ status: 'RUNNING', pause: null }),
  });
  expect((await open('runs/run_1')).body).toMatch(/min="11"/);
  const { headers } = await post('runs/run_1/continue', { max_credits: '20' });
  expect(headers.location).toBe('../../../../w/ws_1/runs/run_1');
  expect(sent.at(-1)).toMatchObject({ path: '/workflow-runs/run_1/continue', body: { max_credits: 20 } });
});

it('leads to the review that a run waits for', async () => {
  const pause = { reason: 'curation', node_id: 'chosen', decided: false };
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': () => run({ pause }), ...ofDock });
  const { body } = await open('runs/run_1');
  expect(body).toContain('href="../../../w/ws_1/runs/run_1/review"');
  expect(textOf(body)).toContain('Review the candidates');
});

it('offers to retry a run that has ended, and nothing else', async () => {
  const ended = () => run({ status: 'COMPLETED', pause: null });
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': ended, ...ofDock });
  const text = textOf((await open('runs/run_1')).body);
  expect(text).not.toContain('Cancel the run');
  expect(text).toContain('Run again from the start');
});

it('names the jobs that another attempt reuses, and proposes a cap that its price fits', async () => {
  const jobs = ['aspirin', 'caffeine', 'ethane', 'butane', 'propane', 'hexane'].map((item_label, index) => ({
    ...{
      object: 'workflow_job',
      node_id: 'dock',
      index,
      status: 'COMPLETED',
      job_id: `job_${index}`,
      tool: 'vina-dock',
    },
    ...{ job_status: 'COMPLETED', item_label, error: null, credits_used: 2 },
  }));
  const { open, post, sent } = await testConsole({
    'GET /workflow-runs/run_1': () => run({ status: 'CANCELLED', pause: null, jobs }),
    'POST /workflow-runs/run_1/quote': () => ({
      ...{ object: 'workflow_run_quote', min_credits: 30, max_credits: 30, cap_credits: 10, nodes: [] },
      reuse: [{ node_id: 'dock', reused: true, verdict: 'reused', reason: 'The same.' }],
    }),
    'POST /workflow-runs/run_1/retry': () => ({ object: 'workflow_run_retry', reuse: [], run: run() }),
  });
  const { body } = await open('runs/run_1/retry?step=rank');
  expect(textOf(body)).toMatch(/It reuses 12 jobs of 1 step and costs 30 credits/);
  expect(textOf(body)).toMatch(/reused aspirin\s*, caffeine\s*, ethane\s*, butane\s*, propane and 7 others/);
  expect(body).toContain('href="../../../../w/ws_1/jobs/job_4"');
  expect(body).toMatch(/name="max_credits"[^>]* value="30"/);
  await post('runs/run_1/retry', { step: 'rank', submission: 'key-1', max_credits: '30' });
  expect(sent.at(-1)!.body).toEqual({ mode: 'from_failed_node', node_id: 'rank', max_credits: 30 });
});

it('says what another attempt reuses and costs before it begins', async () => {
  const failed = run({ status: 'FAILED', pause: null });
  const node = { node_id: 'dock', tool: 'vina-dock', metered: false, min_jobs: 1, max_jobs: 1, min_credits: 2 };
  const reuse = [
    { node_id: 'library', reused: true, verdict: 'reused', reason: 'It passes on the same items.' },
    { node_id: 'dock', reused: false, verdict: 'runs_again', reason: 'It has failed.' },
  ];
  const { open, post, sent } = await testConsole({
    'GET /workflow-runs/run_1': () => failed,
    'POST /workflow-runs/run_1/quote': () => ({
      ...{ object: 'workflow_run_quote', min_credits: 2, max_credits: 2, cap_credits: null, reuse },
      nodes: [{ ...node, max_credits: 2 }],
    }),
    'POST /workflow-runs/run_1/retry': () => ({ object: 'workflow_run_retry', reuse, run: failed }),
  });
  const text = textOf((await open('runs/run_1/retry?step=dock')).body);
  expect(text).toContain('Retry from “Dock each”');
  expect(text).toContain('It reuses 0 jobs of 1 step and costs 2 credits');
  const { headers } = await post('runs/run_1/retry', { step: 'dock', submission: 'key-1' });
  expect(headers.location).toBe('../../../../w/ws_1/runs/run_1');
  const last = sent.at(-1)!;
  expect([last.body, last.headers.get('idempotency-key')]).toEqual([
    { mode: 'from_failed_node', node_id: 'dock' },
    'key-1',
  ]);
});
