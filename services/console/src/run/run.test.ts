import { expect, it } from 'vitest';
import { testConsole, textOf } from '../testing/testConsole.ts';

const counts = { waiting: 2, active: 1, completed: 12, failed: 1, skipped: 0 };

const run = (fields: object = {}) => ({
  ...{ id: 'run_1', object: 'workflow_run', workflow_id: 'wf_1', workflow_name: 'Stable peptides', revision_number: 2 },
  ...{ name: 'Screen', status: 'PAUSED', error: null, estimated_credits: 8, actual_credits: 5, attempt_id: 'att_1' },
  pause: { reason: 'max_credits', node_id: 'dock', decided: false },
  attempts: [{ id: 'att_1', number: 1, max_credits: 10, estimated_credits: 8, actual_credits: 5 }],
  nodes: [{ id: 'dock', type: 'tool', status: 'RUNNING', job_counts: counts, items: 12, error: null }],
  jobs: [
    {
      ...{ object: 'workflow_job', node_id: 'dock', index: 0, status: 'COMPLETED', job_id: 'job_1', tool: 'vina-dock' },
      ...{ job_status: 'COMPLETED', item_label: 'aspirin', error: null, credits_used: 2 },
    },
  ],
  ...{ has_more_jobs: false, created_at: '2026-03-01T12:00:00.000Z' },
  ...fields,
});

it('shows what is spent and reserved of the cap, and each step with its jobs', async () => {
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': () => run() });
  const text = textOf((await open('runs/run_1')).body);
  expect(text).toContain('5 credits spent, 3 credits reserved; the cap is 10 credits');
  expect(text).toContain('dock tool running 12 of 16, 1 active, 1 failed 12');
  expect(text).toContain('aspirin dock completed 2');
});

it('raises the cap of a run that reached it', async () => {
  const { open, post, sent } = await testConsole({
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
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': () => run({ pause }) });
  const { body } = await open('runs/run_1');
  expect(body).toContain('href="../../../workflow-runs/run_1/review"');
  expect(textOf(body)).toContain('Review the candidates');
});

it('offers nothing to change once a run has ended', async () => {
  const { open } = await testConsole({ 'GET /workflow-runs/run_1': () => run({ status: 'COMPLETED', pause: null }) });
  expect(textOf((await open('runs/run_1')).body)).not.toContain('Cancel the run');
});
