import { expect, it } from 'vitest';
import { list, testConsole, textOf } from '../testing/testConsole.ts';
import { readKeyForm } from './readKeyForm.ts';

const key = {
  ...{
    object: 'api_key',
    id: 'key_1',
    name: 'Nightly',
    prefix: 'rot_live_4fGh7sKq',
    user_id: 'usr_1',
    scopes: ['jobs:read'],
  },
  ...{ project_ids: null, tools: ['vina-dock'], budget: { day: 10, month: null, total: null }, last_used_at: null },
  ...{ expires_at: null, previous_secret: null },
};
const ada = { id: 'usr_1', email: 'ada@example.org', name: 'Ada', role: 'owner', joined_at: null };
const bob = { id: 'usr_2', email: 'bob@example.org', name: null, role: 'member', joined_at: null };
const endpoint = {
  ...{
    object: 'webhook_endpoint',
    id: 'whe_1',
    url: 'https://lims.example.org/',
    description: null,
    event_types: [],
    enabled: true,
  },
  ...{ disabled_reason: null, failing_since: null, former_secret_until: null },
};
const delivery = {
  ...{
    object: 'webhook_delivery',
    id: 'whd_1',
    event_type: 'webhook.test',
    resource_id: 'whe_1',
    status: 'failed',
    attempt_count: 1,
  },
  created_at: '2026-03-01T12:00:00.000Z',
};

const answers = {
  'GET /members': () => list([ada, bob]),
  'GET /api-keys': () => list([key]),
  'GET /notices': () => ({ object: 'notices', job_ended: 'requested', run_ended: 'requested', invitation: 'never' }),
  'GET /members/invitations': () =>
    list([{ id: 'inv_1', email: 'eve@example.org', role: 'member', expires_at: '2026-03-08T12:00:00.000Z' }]),
  'GET /webhook-endpoints': () => list([endpoint]),
  'GET /webhook-endpoints/whe_1': () => endpoint,
  'GET /webhook-deliveries': () => list([delivery]),
  'GET /webhook-deliveries/whd_1': () => ({
    ...delivery,
    attempts: [
      { number: 1, at: delivery.created_at, duration_ms: 84, response_status: 500, error: null, response_body: 'no' },
    ],
  }),
};

const asRole = (role: string) => ({
  'GET /session': () => ({
    object: 'current_session',
    user: { id: 'usr_1', email: 'ada@example.org', name: 'Ada' },
    workspace: { id: 'ws_1', name: 'Enzyme group', role },
    scopes: ['jobs:read', 'jobs:write', 'workspace:read'],
  }),
});

it('changes the name and the mails of the person', async () => {
  const { post, sent } = await testConsole({
    ...asRole('member'),
    'PATCH /members/usr_1': () => ({ object: 'member' }),
    'PATCH /notices': () => ({ object: 'notices' }),
  });
  await post('settings/name', { name: 'Ada L.' });
  await post('settings/notices', { job_ended: 'never' });
  expect(sent.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])).toEqual([
    ['/members/usr_1', { name: 'Ada L.' }],
    ['/notices', { job_ended: 'never' }],
  ]);
});

it('shows members only their own way out, and owners all of them, except the last owner', async () => {
  const asMember = await testConsole({ ...answers, ...asRole('member') });
  const page = (await asMember.open('settings/members')).body;
  expect(page).not.toContain('eve@example.org');
  expect(page).not.toContain('members/role');
  const asOwner = await testConsole({ ...answers, ...asRole('owner') });
  const text = textOf((await asOwner.open('settings/members')).body);
  expect(text).toContain('The last owner stays.');
  expect(text).toContain('Remove bob@example.org');
  expect(text).toContain('eve@example.org as member, until 2026-03-08 12:00 UTC Resend Withdraw');
});

it('invites, changes and removes people', async () => {
  const { post, sent } = await testConsole({
    'POST /members/invitations': () => ({ object: 'invitation' }),
    'POST /members/invitations/inv_1/resend': () => ({ object: 'invitation' }),
    'DELETE /members/invitations/inv_1': () => ({ object: 'invitation' }),
    'PATCH /members/usr_2': () => ({ object: 'member' }),
    'DELETE /members/usr_2': () => ({ object: 'member_removal' }),
  });
  await post('settings/members/invite', { email: 'eve@example.org', role: 'viewer' });
  await post('settings/members/resend', { id: 'inv_1' });
  await post('settings/members/withdraw', { id: 'inv_1' });
  await post('settings/members/role', { id: 'usr_2', role: 'admin' });
  await post('settings/members/remove', { id: 'usr_2' });
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/members/invitations', { email: 'eve@example.org', role: 'viewer' }],
    ['POST', '/members/invitations/inv_1/resend', undefined],
    ['DELETE', '/members/invitations/inv_1', undefined],
    ['PATCH', '/members/usr_2', { role: 'admin' }],
    ['DELETE', '/members/usr_2', undefined],
  ]);
});

it('shows keys with their rights, and offers only scopes of the person', async () => {
  const { open } = await testConsole({ ...answers, ...asRole('member') });
  const { body } = await open('settings/keys');
  expect(textOf(body)).toContain(
    'Nightly 4fGh7sKq Ada jobs:read tools: vina-dock at most 10 credits a day never never',
  );
  expect(body).not.toContain('rot_live_');
  expect([...body.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, scope]) => scope)).toHaveLength(3);
});

it('shows the secret of a new or rotated key once', async () => {
  const secret = 'rot_live_4fGh7sKq_secret';
  let asked = 0;
  const { post, sent } = await testConsole({
    ...answers,
    'POST /api-keys': () => ({ ...key, secret: asked++ === 0 ? secret : null }),
    'POST /api-keys/key_1/rotate': () => ({ ...key, secret }),
    'DELETE /api-keys/key_1': () => ({ object: 'api_key' }),
  });
  const first = await post('settings/keys/create', { name: 'Nightly', scopes: 'jobs:read', submission: 'one' });
  expect(first.body).toContain(`value="${secret}"`);
  expect(first.headers['cache-control']).toBe('private, no-store');
  expect(sent.find(({ method }) => method === 'POST')!.headers.get('idempotency-key')).toBe('one');
  const second = await post('settings/keys/create', { name: 'Nightly', scopes: 'jobs:read', submission: 'one' });
  expect(textOf(second.body)).toContain('its secret was shown then');
  expect((await post('settings/keys/rotate', { id: 'key_1' })).body).toContain(secret);
  expect((await post('settings/keys/revoke', { id: 'key_1' })).statusCode).toBe(303);
});

it('reads the limits of a key, and refuses a budget that is not a number', () => {
  const form = new URLSearchParams('name=K&scopes=jobs:read&days=30&tools=a,+b&day=10&month=&projects=proj_1');
  expect(readKeyForm(form, new Date('2026-03-01T00:00:00Z'))).toEqual({
    name: 'K',
    scopes: ['jobs:read'],
    expires_at: '2026-03-31T00:00:00.000Z',
    tools: ['a', 'b'],
    project_ids: ['proj_1'],
    budget: { day: 10 },
  });
  expect(() => readKeyForm(new URLSearchParams('day=ten'), new Date())).toThrow(/number/);
});

it('shows endpoints with deliveries and the answers of the receiver, and replays one', async () => {
  const { open, post } = await testConsole({
    ...answers,
    ...asRole('admin'),
    'POST /webhook-endpoints': () => ({ ...endpoint, secret: 'whsec_1' }),
    'POST /webhook-endpoints/whe_1/test': () => delivery,
    'POST /webhook-deliveries/whd_1/replay': () => ({ ...delivery, id: 'whd_2' }),
  });
  expect(textOf((await open('settings/webhooks')).body)).toContain('https://lims.example.org/ on');
  const text = textOf((await open('settings/webhooks/whe_1?delivery=whd_1')).body);
  expect(text).toContain('HTTP 500 in 84 ms 2026-03-01 12:00 UTC no');
  const created = await post('settings/webhooks/create', { url: endpoint.url, types: 'job.failed' });
  expect(created.body).toContain('whsec_1');
  expect((await post('settings/webhooks/whe_1/test')).headers.location).toMatch(/whe_1\?delivery=whd_1$/);
  expect((await post('settings/webhooks/whe_1/replay', { delivery: 'whd_1' })).headers.location).toMatch(
    /delivery=whd_2$/,
  );
});
