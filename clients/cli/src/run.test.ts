import { describe, expect, it } from 'vitest';
import { runFake } from './testing/fakeIo.ts';
import { fakeService, job } from './testing/fakeService.ts';

const refusing = (status: number, code: string) =>
  fakeService({
    'GET /jobs/job_1/status': () => Response.json({ error: { code, message: 'No.', resolution: 'Do.' } }, { status }),
  }).fetch;

describe('an error of the API', () => {
  it.each([
    [401, 'unauthorized', 3],
    [403, 'forbidden', 3],
    [404, 'not_found', 4],
    [400, 'validation_error', 5],
    [402, 'insufficient_credits', 8],
    [402, 'budget_exceeded', 8],
    [409, 'price_changed', 8],
    [409, 'conflict', 1],
  ])('%i %s ends with %i', async (status, code, exitCode) => {
    const { code: actual, json, io } = await runFake(['jobs', 'get', 'job_1'], { fetch: refusing(status, code) });
    expect(actual).toBe(exitCode);
    expect(json().error).toMatchObject({ code, message: 'No.', resolution: 'Do.', exit_code: exitCode });
    expect(io.stderr).toBe('rotamer: No.\nDo.\n');
  });
});

describe('output', () => {
  const { fetch } = fakeService({ 'GET /jobs': { object: 'list', data: [job], has_more: false, next_cursor: null } });

  it('is a table on a terminal, and JSON elsewhere or on request', async () => {
    expect((await runFake(['jobs', 'list'], { fetch, terminal: true })).io.stdout).toMatch(/^JOB +STATUS/);
    expect((await runFake(['jobs', 'list'], { fetch })).json()).toEqual([job]);
    expect((await runFake(['jobs', 'list', '--json'], { fetch, terminal: true })).json()).toEqual([job]);
  });
});

describe('a wrong command line', () => {
  it.each([[['frobnicate']], [['jobs', 'list', '--limit', 'many']], [['jobs', 'get']]])(
    '%j ends with 2',
    async (args) => {
      const { code, json } = await runFake(args);
      expect(code).toBe(2);
      expect(json().error.exit_code).toBe(2);
    },
  );

  it('asks for a key when there is none', async () => {
    const { code, io } = await runFake(['account'], { env: {} });
    expect(code).toBe(2);
    expect(io.stderr).toContain('rotamer login');
  });
});

it('shows help without an error', async () => {
  const { code, io } = await runFake(['--help'], { terminal: true });
  expect(code).toBe(0);
  expect(io.stdout).toContain('Usage: rotamer');
});

it('sends any request', async () => {
  const { fetch, seen } = fakeService({ 'PATCH /jobs/job_1/share': { ok: true } });
  const { json } = await runFake(['api', 'patch', '/jobs/job_1/share', '-d', '@-'], {
    fetch,
    stdin: '{"visibility":"PUBLIC"}',
  });
  expect(json()).toEqual({ ok: true });
  expect(seen[0]!.body).toEqual({ visibility: 'PUBLIC' });
});

it.each([
  ['public', 0],
  ['Public', 0],
  ['everybody', 2],
])('reads the visibility %s', async (visibility, code) => {
  const { fetch, seen } = fakeService({
    'PATCH /jobs/job_1/share': { object: 'job_sharing', visibility: 'PUBLIC', shares: [] },
  });
  const { code: ended, io } = await runFake(['jobs', 'share', 'job_1', '--visibility', visibility], { fetch });
  expect(ended).toBe(code);
  if (code === 0) expect(seen[0]!.body).toEqual({ visibility: 'PUBLIC' });
  else expect(io.stderr).toContain('private, public, authenticated, invited');
});

it.each([
  ['2036-03-01', '2036-03-01T00:00:00.000Z', 'PUBLIC until 2036-03-01T00:00:00.000Z\n'],
  ['never', null, 'PUBLIC\n'],
])('ends sharing at %s', async (when, end, shown) => {
  const { fetch, seen } = fakeService({
    'PATCH /jobs/job_1/share': {
      object: 'job_sharing',
      visibility: 'PUBLIC',
      shares: [],
      ...(end && { expires_at: end }),
    },
  });
  const { io } = await runFake(['jobs', 'share', 'job_1', '--expires', when], { fetch, terminal: true });
  expect(seen[0]!.body).toEqual({ expires_at: end });
  expect(io.stdout).toBe(shown);
});

it('retries a run under another cap', async () => {
  const { fetch, seen } = fakeService({
    'POST /workflow-runs/run_1/retry': {
      object: 'workflow_run_retry',
      run: { id: 'run_1', status: 'QUEUED' },
      reuse: [],
    },
  });
  await runFake(['workflows', 'retry', 'run_1', '--node', 'dock', '--max-credits', '9'], { fetch });
  expect(seen[0]!.body).toEqual({ mode: 'from_failed_node', node_id: 'dock', max_credits: 9 });
});

it('takes the limits of a key away', async () => {
  const { fetch, seen } = fakeService({ 'PATCH /api-keys/key_1': { object: 'api_key', id: 'key_1' } });
  const none = ['--projects', 'none', '--tools', 'none', '--expires', 'never', '--budget-day', 'none'];
  await runFake(['keys', 'update', 'key_1', ...none], { fetch });
  expect(seen[0]!.body).toEqual({ project_ids: null, tools: null, expires_at: null, budget: { day: null } });
});
