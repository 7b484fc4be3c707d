import { testJob } from '@rotamer/present/testing/testJob.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const { app, jobs, sharing, issueKey, stop } = await testGateway();
afterAll(stop);

const headers = bearer(issueKey());
const job = testJob();
jobs.known.set(job.id, job);
const url = `/api/v1/jobs/${job.id}/share`;
const patch = (payload: object, as = headers) => app.inject({ method: 'PATCH', url, headers: as, payload });

describe('PATCH /jobs/{jobId}/share', () => {
  it('passes the change on with aliases resolved', async () => {
    await patch({ visibility: 'INVITED', addInvites: ['ada@example.org'], removeInvites: ['bob@example.org'] });
    expect(sharing.calls.at(-1)!.request).toEqual({
      jobId: job.id,
      visibility: Visibility.INVITED,
      addInvites: ['ada@example.org'],
      removeInvites: ['bob@example.org'],
      expiresAt: undefined,
      neverExpires: false,
    });
  });

  it('passes on when sharing ends, and that it never does', async () => {
    const end = '2036-03-01T13:00:00+01:00';
    expect((await patch({ visibility: 'PUBLIC', expires_at: end })).json().expires_at).toBe('2036-03-01T12:00:00.000Z');
    expect(sharing.calls.at(-1)!.request).toMatchObject({ expiresAt: new Date(end), neverExpires: false });
    expect((await patch({ expires_at: null })).json()).not.toHaveProperty('expires_at');
    expect(sharing.calls.at(-1)!.request).toMatchObject({ expiresAt: undefined, neverExpires: true });
  });

  it('keeps the visibility when none is sent', async () => {
    await patch({});
    expect(sharing.calls.at(-1)!.request).toMatchObject({ visibility: undefined, addInvites: [], removeInvites: [] });
  });

  it('returns the links to the page in a header', async () => {
    const link = `<http://127.0.0.1:8080/share/${job.id}>; rel="alternate"; type="text/html"`;
    for (const answer of [await patch({}), await app.inject({ url, headers })]) {
      expect(String(answer.headers.link).split(', ')[0]).toBe(link);
    }
  });

  it.each([
    ['visibility', { visibility: 'SECRET' }],
    ['visibility', { visibility: null }],
    ['add_invites', { add_invites: 'ada@example.org' }],
    ['add_invites', { add_invites: Array.from({ length: 101 }, (_, i) => `${i}@example.org`) }],
    ['removeInvites', { removeInvites: Array.from({ length: 101 }, (_, i) => `${i}@example.org`) }],
    ['add_invites[1]', { add_invites: ['ada@example.org', 'ada'] }],
    ['addInvites[0]', { addInvites: ['a b@example.org'] }],
    ['remove_invites[0]', { remove_invites: ['ada@example'] }],
    ['add_invites[0]', { add_invites: ['Ada <ada@example.org>'] }],
    ['add_invites[0]', { add_invites: ['ada@example.org,bob@example.org'] }],
    ['add_invites[0]', { add_invites: ['ada@example.org\nBcc: bob@example.org'] }],
    ['add_invites[0]', { add_invites: [`${'a'.repeat(250)}@example.org`] }],
    ['addInvites', { add_invites: ['ada@example.org'], addInvites: ['bob@example.org'] }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: '' }],
    ['expires_at', { expires_at: '2036' }],
    ['expires_at', { expires_at: '2036-12-31T23:59:60Z' }],
    ['public', { public: true }],
  ])('refuses %s and names its path: %j', async (path, body) => {
    const answer = await patch(body);
    expect(answer.statusCode).toBe(400);
    const { code, message, details } = answer.json().error;
    expect([code, details.errors[0].path]).toEqual(['validation_error', path]);
    expect(message.startsWith(`${path}: `)).toBe(true);
  });

  it('is allowed only for members, and keys that may write', async () => {
    const viewer = bearer(issueKey({ role: 'viewer' }));
    const reader = bearer(issueKey({ scopes: ['jobs:read'] }));
    expect((await patch({}, viewer)).json().error).toMatchObject({ code: 'forbidden' });
    expect((await patch({}, reader)).json().error.details).toEqual({ required_scope: 'jobs:write' });
    for (const as of [viewer, reader]) expect((await app.inject({ url, headers: as })).statusCode).toBe(200);
  });
});
