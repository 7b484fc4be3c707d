import { expect, it } from 'vitest';
import { list, testConsole, textOf } from '../testing/testConsole.ts';
import { readMonth } from './months.ts';

const usage = (data: object[]) => ({
  ...{ object: 'usage', from: '', to: '', group_by: [], scope: 'own', total: { credits: 12.5, charges: 5 } },
  data,
});

it('shows what was charged in a month by tool and member, and the budgets', async () => {
  const budget = { id: 'bud_1', scope: 'workspace', subject_id: 'ws_1', period: 'month', cap_credits: 100 };
  const { open } = await testConsole({
    'GET /usage': ({ path }) =>
      usage(
        path.includes('tool')
          ? [{ tool: 'vina-dock', credits: 12.5, charges: 5 }]
          : [{ member: { id: 'usr_1', email: 'ada@example.org' }, credits: 12.5, charges: 5 }],
      ),
    'GET /budgets': () => list([{ ...budget, spent_credits: 12.5, held_credits: 2, left_credits: 85.5 }]),
  });
  const text = textOf((await open('usage?month=2026-03')).body);
  expect(text).toContain('March 2026: 12.5 credits for 5 jobs of yours');
  expect(text).toContain('vina-dock 5 12.5');
  expect(text).toContain('ada@example.org 5 12.5');
  expect(text).toContain('workspace 100 a month 12.5 2 85.5');
});

it('shows each transfer of credits with its job', async () => {
  const transfer = {
    id: '1',
    kind: 'post',
    created_at: '2026-03-01T12:00:00.000Z',
    job_id: 'job_1',
    tool: 'vina-dock',
  };
  const { open } = await testConsole({
    'GET /ledger': () => list([{ ...transfer, balance_change: -2.5, held_change: 0 }], 'cursor'),
  });
  const { body } = await open('usage/ledger');
  expect(textOf(body)).toContain('2026-03-01 12:00 UTC charged vina-dock −2.5 –');
  expect(body).toContain('usage/ledger?after=cursor');
});

it.each([
  [{ month: '2025-12' }, { from: '2025-12-01', to: '2026-01-01', before: '2025-11', after: '2026-01' }],
  [{}, { from: '2026-01-01', to: '2026-02-01', before: '2025-12', after: undefined }],
  [{ month: '2026-02' }, { name: '2026-01' }],
  [{ month: "2025-13'" }, { name: '2026-01' }],
])('reads the month of an address, at most the present one: %j', (query, month) => {
  expect(readMonth(query, new Date('2026-01-31T23:59:00Z'))).toMatchObject(month);
});

it('lets admins set and remove budgets, with the names of their subjects', async () => {
  const budget = { id: 'bud_1', scope: 'member', subject_id: 'usr_1', period: 'day', cap_credits: 100 };
  const { open, post, sent } = await testConsole({
    'GET /session': () => ({
      object: 'current_session',
      user: { id: 'usr_1', email: 'ada@example.org', name: 'Ada' },
      workspace: { id: 'ws_1', name: 'Enzyme group', role: 'admin' },
    }),
    'GET /usage': () => usage([]),
    'GET /members': () => list([{ id: 'usr_1', email: 'ada@example.org', name: 'Ada' }]),
    'GET /api-keys': () => list([{ prefix: 'rot_live_4fGh7sKq', name: 'Nightly' }]),
    'GET /budgets': () => list([{ ...budget, spent_credits: 0, held_credits: 0, left_credits: 100 }]),
    'PUT /budgets': () => budget,
    'DELETE /budgets/bud_1': () => ({ object: 'budget_deletion' }),
  });
  const { body } = await open('usage');
  expect(textOf(body)).toContain('Ada member 100 a day');
  expect(body).toContain('value="key:4fGh7sKq"');
  await post('usage/set-budget', { subject: 'key:4fGh7sKq', cap: '2.5', period: 'month' });
  expect(sent.at(-1)!.body).toEqual({ scope: 'key', subject_id: '4fGh7sKq', period: 'month', cap_credits: 2.5 });
  await post('usage/remove-budget', { id: 'bud_1' });
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/budgets/bud_1' });
  expect((await post('usage/set-budget', { subject: 'workspace', cap: 'ten' })).statusCode).toBe(400);
});
