import { expect, it } from 'vitest';
import { refusal, testConsole, textOf } from '../testing/testConsole.ts';

const overview = {
  object: 'operator_overview',
  tools: { total: 3, unavailable: ['vina-dock'] },
  users: [
    {
      ...{ id: 'usr_1', email: 'ada@example.org', name: '', live_sessions: 1, last_signed_in_at: null },
      memberships: [{ workspace_id: 'ws_1', role: 'owner', live_keys: 2 }],
    },
  ],
  audit: [],
};

it('shows runners, people and commands to an operator', async () => {
  const { open } = await testConsole({
    'GET /operator': () => ({ object: 'operator' }),
    'GET /operator/overview': () => overview,
  });
  const { body } = await open('operator');
  expect(textOf(body)).toContain('Runners offer 2 of 3 tools. Not offered: vina-dock');
  expect(textOf(body)).toContain('ada@example.org ws_1 (owner) 2 1 never');
  expect(body).toContain('href="../../w/ws_1/operator"');
});

it('shows waiting jobs with their reason, and runners', async () => {
  const at = '2026-03-01T12:00:00.000Z';
  const waiting = [
    {
      tool: 'mafft',
      workspace_id: 'ws_2',
      status: 'QUEUED',
      jobs: 3,
      oldest_since: at,
      reason: 'All runners are busy.',
    },
  ];
  const runners = [{ id: 'r1', seen_at: at, live: false, tools: 78, datasets: [], running_jobs: 2 }];
  const { open } = await testConsole({
    'GET /operator/queue': () => ({ object: 'operator_queue', waiting, has_more: false, runners }),
  });
  const text = textOf((await open('operator/queue')).body);
  expect(text).toContain('3 jobs wait, 2 run.');
  expect(text).toMatch(/mafft ws_2 3 .* All runners are busy\./);
  expect(text).toMatch(/r1 gone 2 78 none/);
});

it('shows dead letters by group, says which source did not answer, and replays a group', async () => {
  const which = { source: 'jobs', topic: 'jobs.work', group: 'settle' };
  const dead_letters = [{ ...which, type: 'work', key: 'job_1', error: '<b>no</b>', occurred_at: null }];
  const { open, post, sent } = await testConsole({
    'GET /operator/dead-letters': () => ({ object: 'operator_dead_letters', dead_letters, missing: ['bus'] }),
    'POST /operator/dead-letters/replay': () => ({ object: 'operator_replay', replayed: 1 }),
  });
  const { body } = await open('operator/letters');
  expect(body).toContain('&lt;b>no&lt;/b>');
  expect(textOf(body)).toContain('not complete: no answer in time from bus');
  expect(textOf(body)).toContain('Try again: 1 letter of settle');
  expect((await post('operator/letters/replay', which)).headers.location).toBe('../../../../w/ws_1/operator/letters');
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/operator/dead-letters/replay', body: which });
  expect((await post('operator/letters/replay', which, { token: 'no' })).statusCode).toBe(403);
});

it('has no such page for others', async () => {
  const { open } = await testConsole();
  for (const page of ['operator', 'operator/queue', 'operator/letters'])
    expect((await open(page)).statusCode).toBe(404);
  expect((await open()).body).not.toContain('w/ws_1/operator');
});

it.each([
  [503, 503],
  [429, 503],
  [401, 303],
])('does not say that the page does not exist when the gateway answers %i', async (status, shown) => {
  const { open } = await testConsole({ 'GET /operator/overview': () => refusal(status, 'refused') });
  expect((await open('operator')).statusCode).toBe(shown);
});
