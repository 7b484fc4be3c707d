import { expect, it } from 'vitest';
import { testConsole, textOf } from '../testing/testConsole.ts';

const overview = {
  object: 'operator_overview',
  tools: { total: 3, unavailable: ['vina-dock'] },
  users: [
    {
      ...{ id: 'usr_1', email: 'ada@example.org', name: '', live_sessions: 1, last_signed_in_at: null },
      memberships: [{ workspace_id: 'ws_1', role: 'owner', live_keys: 2 }],
    },
  ],
  dead_letters: [],
  audit: [],
};

it('shows runners, people, dead letters and commands to an operator', async () => {
  const { open } = await testConsole({
    'GET /operator': () => ({ object: 'operator' }),
    'GET /operator/overview': () => overview,
  });
  const { body } = await open('operator');
  expect(textOf(body)).toContain('Runners offer 2 of 3 tools. Not offered: vina-dock');
  expect(textOf(body)).toContain('ada@example.org ws_1 (owner) 2 1 never');
  expect(body).toContain('href="../../w/ws_1/operator"');
});

it('has no such page for others', async () => {
  const { open } = await testConsole();
  expect((await open('operator')).statusCode).toBe(404);
  expect((await open()).body).not.toContain('w/ws_1/operator');
});
