import { expect, it } from 'vitest';
import { list, testConsole, textOf } from '../testing/testConsole.ts';

const answers = {
  'GET /members': () => list([{ id: 'usr_1', email: 'ada@example.org', name: 'Ada', role: 'admin', joined_at: null }]),
  'GET /api-keys': () =>
    list([
      {
        ...{ id: 'key_1', name: 'Nightly', prefix: 'rot_live_4fGh7sKq', user_id: 'usr_1', scopes: ['jobs:read'] },
        last_used_at: null,
      },
    ]),
  'GET /notices': () => ({
    ...{ object: 'notices', job_ended: 'requested', run_ended: 'requested', review_waiting: 'always' },
    ...{ budget_near: 'always', invitation: 'never' },
  }),
  'GET /members/invitations': () => list([{ id: 'inv_1', email: 'bob@example.org', role: 'member' }]),
};

const asAdmin = {
  'GET /session': () => ({
    object: 'current_session',
    user: { id: 'usr_1', email: 'ada@example.org', name: 'Ada' },
    workspace: { id: 'ws_1', name: 'Enzyme group', role: 'admin' },
  }),
};

it('shows the person, members, keys and mails, and the start of no key', async () => {
  const { open } = await testConsole(answers);
  const { body } = await open('settings');
  expect(textOf(body)).toContain('Ada ada@example.org admin –');
  expect(textOf(body)).toContain('Nightly 4fGh7sKq Ada jobs:read never');
  expect(body).not.toContain('rot_live_');
  expect(textOf(body)).not.toContain('bob@example.org');
});

it('lets admins invite people, and withdraw invitations', async () => {
  const { open, post, sent } = await testConsole({
    ...answers,
    ...asAdmin,
    'POST /members/invitations': () => ({ object: 'invitation' }),
    'DELETE /members/invitations/inv_1': () => ({ object: 'invitation' }),
  });
  expect(textOf((await open('settings')).body)).toContain('bob@example.org invited as member');
  await post('settings/invite', { email: 'eve@example.org', role: 'viewer' });
  expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { email: 'eve@example.org', role: 'viewer' } });
  expect((await post('settings/withdraw-invitation', { id: 'inv_1' })).headers.location).toBe(
    '../../../w/ws_1/settings',
  );
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/members/invitations/inv_1' });
});

it('changes name and mails, and revokes a key', async () => {
  const { post, sent } = await testConsole({
    ...asAdmin,
    'PATCH /members/usr_1': () => ({ object: 'member' }),
    'PATCH /notices': () => ({ object: 'notices' }),
    'DELETE /api-keys/key_1': () => ({ object: 'api_key' }),
  });
  await post('settings/name', { name: 'Ada L.' });
  await post('settings/notices', { job_ended: 'never' });
  await post('settings/revoke-key', { id: 'key_1' });
  expect(sent.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])).toEqual([
    ['/members/usr_1', { name: 'Ada L.' }],
    ['/notices', { job_ended: 'never' }],
    ['/api-keys/key_1', undefined],
  ]);
});
