import { expect, it } from 'vitest';
import { jobOf, list, runOf, testConsole, textOf } from '../testing/testConsole.ts';
import { withJob } from './followJobs.ts';

const running = jobOf({ id: 'job_2', name: 'Tree', status: 'PROCESSING', progress: 40 });

it('shows jobs that run and jobs that ended apart, with credits', async () => {
  const { open } = await testConsole({
    'GET /jobs': ({ path }) => list(path.includes('PROCESSING') ? [running] : [jobOf()]),
  });
  const { body } = await open();
  expect(textOf(body)).toMatch(/Running Tree protein-properties running .*Last results Lysozyme/);
  expect(textOf(body)).toContain('9,995 credits left');
  expect(body).toContain('href="../../w/ws_1/jobs/job_2"');
});

it('leads from a run that waits for a review to the review, and from a run at its cap to the run', async () => {
  const pause = (reason: string) => ({ reason, node_id: 'chosen', decided: false });
  const { open, sent } = await testConsole({
    'GET /workflow-runs': () =>
      list([
        runOf({ id: 'run_1', name: 'Screen', pause: pause('curation') }),
        runOf({ id: 'run_2', name: 'Cap', pause: pause('max_credits') }),
      ]),
  });
  const { body } = await open();
  expect(textOf(body)).toMatch(/Waits for you Screen waits for a review .* Cap reached its cap/);
  expect(body).toContain('href="../../w/ws_1/runs/run_1/review"');
  expect(body).toContain('href="../../w/ws_1/runs/run_2"');
  expect(sent.find(({ path }) => path.startsWith('/workflow-runs'))!.path).toContain('status=PAUSED');
});

it('offers three examples in a workspace without jobs', async () => {
  const { open } = await testConsole();
  const { body } = await open();
  expect(body.match(/\?example=1/g)).toHaveLength(3);
  expect(body).not.toContain('Last results');
});

it('names the other workspaces of the person', async () => {
  const { open } = await testConsole();
  expect((await open()).body).toContain('<a href="../../w/ws_2/">Other group</a>');
});

it('changes a job in its place, and puts a new one first', () => {
  const jobs = [running, jobOf()];
  expect(withJob(jobs, jobOf({ status: 'FAILED' })).map(({ status }) => status)).toEqual(['PROCESSING', 'FAILED']);
  expect(withJob(jobs, jobOf({ id: 'job_3' })).map(({ id }) => id)).toEqual(['job_3', 'job_2', 'job_1']);
});

it('names budgets of which a fifth is left, and counts what waits for the bell', async () => {
  const budget = { id: 'bud_1', scope: 'workspace', cap_credits: 100, left_credits: 20 };
  const { open } = await testConsole({
    'GET /workflow-runs': () => list([runOf({ pause: { reason: 'curation', node_id: 'chosen', decided: false } })]),
    'GET /budgets': () => list([budget, { ...budget, id: 'bud_2', left_credits: 21 }]),
  });
  expect(textOf((await open()).body)).toContain('Budget of the workspace 20 of 100 credits left');
  expect((await open('waits')).json()).toEqual({ count: 2, more: false });
});

it('keeps the count of the bell until the person sends a form', async () => {
  const { open, post, sent } = await testConsole({
    'GET /workflow-runs': () => list([runOf()], 'cursor'),
    'GET /budgets': () => list([{ id: 'bud_1', scope: 'workspace', cap_credits: 0, left_credits: 0 }]),
    'POST /workflow-runs/run_1/cancel': () => ({ object: 'workflow_run_cancellation' }),
  });
  expect((await open('waits')).json()).toEqual({ count: 1, more: true });
  const asked = sent.length;
  await open('waits');
  expect(sent).toHaveLength(asked);
  await post('runs/run_1/cancel');
  await open('waits');
  expect(sent).toHaveLength(asked + 1 + 3);
  expect(textOf((await open()).body)).toContain('All paused runs');
});
