import { long } from '@rotamer/kit/testing/long.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { type JobSharing, type UpdateSharingRequest, Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, type StartJobsOptions, startJobs } from '../../testing/startJobs.ts';

const INVITED = Visibility.INVITED;

/** The jobs service with a job, and calls of the user who created it. */
async function jobToShare(options: StartJobsOptions = {}) {
  const world = await startJobs(options);
  const { scope, workspaceId } = await world.member(100);
  const jobId = (await world.jobs.submit(aSubmission(), scope)).job!.id;
  const update = (fields: Partial<UpdateSharingRequest>, as = scope) =>
    world.sharing.updateSharing({ jobId, ...fields }, as);
  const as = (fields: object) => ({ caller: { ...scope.caller, ...fields } });
  const open = (token = '', signedIn = false) => world.sharing.openShare({ jobId, token, signedIn });
  const count = async (table: string) => (await world.db.query(`select count(*)::int as n from ${table}`)).rows[0].n;
  return { ...world, scope, workspaceId, jobId, update, as, open, count };
}

const tokenOf = (link: string) => new URL(link).searchParams.get('t')!;

describe('sharing a job', () => {
  it('begins as private, and returns the URL of its page', async () => {
    const { sharing, jobId, scope } = await jobToShare();
    expect(await sharing.getSharing({ jobId }, scope)).toEqual({
      jobId,
      visibility: Visibility.PRIVATE,
      shares: [],
      links: [`https://rotamer.example/share/${jobId}`],
    });
  });

  it('stores invitations, with a link for each', async () => {
    const { sharing, jobId, scope, update } = await jobToShare();
    const answer = await update({ visibility: INVITED, addInvites: ['ada@example.org', 'bob@example.org'] });
    expect(answer).toMatchObject({ visibility: INVITED, shares: [{ claimedAt: undefined }, {}] });
    expect(answer.shares.map(({ email }) => email).sort()).toEqual(['ada@example.org', 'bob@example.org']);
    expect(new Set(answer.links.map(tokenOf)).size).toBe(2);
    expect(await sharing.getSharing({ jobId }, scope)).toEqual(answer);
    const fewer = await update({ removeInvites: ['ADA@example.org'] });
    expect(fewer.shares.map(({ email }) => email)).toEqual(['bob@example.org']);
  });

  it('refuses invitations to a job that is not INVITED, and changes nothing', async () => {
    const { update, count } = await jobToShare();
    await expect(update({ visibility: Visibility.PUBLIC, addInvites: ['ada@example.org'] })).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^add_invites: /),
    });
    expect(await count('job_shares')).toBe(0);
    expect((await update({})).visibility).toBe(Visibility.PRIVATE);
  });

  it('is for its creator, admins and owners; other members see it without tokens', async () => {
    const { update, as, sharing, jobId } = await jobToShare();
    await update({ visibility: INVITED, addInvites: ['ada@example.org'] });
    for (const role of ['admin', 'owner']) await update({}, as({ userId: 'usr_other', role }));
    for (const stranger of [{ userId: 'usr_other' }, { role: 'viewer' }]) {
      await expect(update({}, as(stranger))).rejects.toMatchObject({ code: 'forbidden' });
      const seen = await sharing.getSharing({ jobId }, as(stranger));
      expect(seen.shares).toHaveLength(1);
      expect(seen.links.join()).not.toContain('t=');
    }
  });

  it('of another workspace returns not_found', async () => {
    const { update, sharing, jobId, member } = await jobToShare();
    const stranger = await member(0);
    const nothing = { code: 'not_found', message: 'No such job.' };
    await expect(update({}, stranger.scope)).rejects.toMatchObject(nothing);
    await expect(sharing.getSharing({ jobId }, stranger.scope)).rejects.toMatchObject(nothing);
  });

  const REQUESTS = long ? 1_000 : 200;

  it(`makes one invitation and one mail of ${REQUESTS} concurrent requests for one person`, async () => {
    const { update, count } = await jobToShare();
    const request = { visibility: INVITED, addInvites: ['ada@example.org'] };
    // A slow machine refuses some of the concurrent requests, and clients repeat them.
    const invite = async (): Promise<JobSharing> =>
      await update(request).catch((error) => {
        if (error.code === 'service_unavailable') return invite();
        throw error;
      });
    const answers = await Promise.all(Array.from({ length: REQUESTS }, invite));
    expect(new Set(answers.map(({ shares }) => shares.map(({ id }) => id).join())).size).toBe(1);
    expect([await count('job_shares'), await count('share_mails')]).toEqual([1, 1]);
    await update({ removeInvites: ['ada@example.org'] });
    expect([await count('job_shares'), await count('share_mails')]).toEqual([0, 0]);
  }, 90_000);
});

describe('mails of invitations', () => {
  const day = { now: new Date('2026-03-01T12:00:00Z') };
  const clock = () => day.now;
  const invite = (...addInvites: string[]) => ({ visibility: INVITED, addInvites });

  it('are sent for repeated invitations too, up to the daily limit of an address', async () => {
    const { update, open, count } = await jobToShare({ clock, mailQuota: { perWorkspace: 100, perAddress: 3 } });
    for (const mails of [1, 1, 1, 0, 0]) {
      const { links } = await update(invite('Ada@example.org'));
      expect((await open(tokenOf(links[0]!))).job).toBeDefined();
      expect(await count('share_mails')).toBe(mails);
      await update({ removeInvites: ['ada@example.org'] });
    }
    day.now = new Date('2026-03-02T00:00:00Z');
    await update(invite('ada@example.org'));
    expect(await count('share_mails')).toBe(1);
  });

  it('have a daily limit per workspace, above which invitations are refused', async () => {
    const { update, count, db } = await jobToShare({ clock, mailQuota: { perWorkspace: 2, perAddress: 100 } });
    await update(invite('a@example.org'));
    await expect(update(invite('b@example.org', 'c@example.org'))).rejects.toMatchObject({
      code: 'daily_limit_exceeded',
      message: expect.stringMatching(/^add_invites: /),
    });
    expect(await count('job_shares')).toBe(1);
    await update(invite('b@example.org'));
    await expect(update(invite('c@example.org'))).rejects.toMatchObject({ code: 'daily_limit_exceeded' });
    // Inviting a removed person again needs a mail too.
    await update({ removeInvites: ['a@example.org'] });
    await expect(update(invite('a@example.org'))).rejects.toMatchObject({ code: 'daily_limit_exceeded' });
    await db.query('update invitation_mails set day = day - 1');
    await update(invite('c@example.org'));
  });

  it('have a daily limit per address, above which a person is invited without a mail', async () => {
    const { jobs, sharing, scope, update, count } = await jobToShare({
      clock,
      mailQuota: { perWorkspace: 100, perAddress: 1 },
    });
    await update(invite('ada@example.org'));
    const jobId = (await jobs.submit(aSubmission(), scope)).job!.id;
    const other = await sharing.updateSharing({ jobId, ...invite('ada@example.org', 'bob@example.org') }, scope);
    expect(other.shares).toHaveLength(2);
    expect(await count('share_mails')).toBe(2);
  });
});

describe('following a link', () => {
  it('marks the invitation as claimed at the first opening', async () => {
    const { update, open, sharing, jobId, scope } = await jobToShare();
    const { links } = await update({ visibility: INVITED, addInvites: ['ada@example.org'] });
    const shares = async () => (await sharing.getSharing({ jobId }, scope)).shares;
    expect((await open(tokenOf(links[0]!))).job).toMatchObject({ id: jobId, status: JobStatus.QUEUED });
    const [claimed] = await shares();
    expect(claimed!.claimedAt).toBeInstanceOf(Date);
    await open(tokenOf(links[0]!));
    expect(await shares()).toEqual([claimed]);
  });

  it('opens the job according to its current visibility', async () => {
    const { update, open, sharing } = await jobToShare();
    const nothing = { code: 'not_found', message: 'No such job.' };
    const { links } = await update({ visibility: INVITED, addInvites: ['ada@example.org'] });
    const token = tokenOf(links[0]!);
    await expect(sharing.openShare({ jobId: 'job_0', token, signedIn: true })).rejects.toMatchObject(nothing);
    await expect(open()).rejects.toMatchObject(nothing);
    await expect(open('', true)).rejects.toMatchObject(nothing);
    await expect(open(`${token.slice(0, -1)}_`)).rejects.toMatchObject(nothing);
    await update({ visibility: Visibility.AUTHENTICATED });
    expect(await open(token)).toEqual({ job: undefined });
    expect((await open('', true)).job).toBeDefined();
    await update({ visibility: Visibility.PUBLIC });
    expect((await open()).job).toBeDefined();
    await update({ visibility: Visibility.PRIVATE });
    await expect(open()).rejects.toMatchObject(nothing);
    await expect(open(token, true)).rejects.toMatchObject(nothing);
  });

  it('answers like an unknown job from the end of sharing on, by every way, until the end is moved', async () => {
    const day = { now: new Date('2026-03-01T12:00:00Z') };
    const { update, open, sharing, jobId, scope } = await jobToShare({ clock: () => day.now });
    const end = new Date('2026-03-02T12:00:00Z');
    const { links } = await update({ visibility: INVITED, addInvites: ['ada@example.org'], expiresAt: end });
    const token = tokenOf(links[0]!);
    expect((await sharing.getSharing({ jobId }, scope)).expiresAt).toEqual(end);
    day.now = new Date(end.getTime() - 1);
    expect((await open(token)).job).toBeDefined();
    const nothing = { code: 'not_found', message: 'No such job.' };
    for (const visibility of [INVITED, Visibility.AUTHENTICATED, Visibility.PUBLIC]) {
      day.now = new Date(end.getTime() - 1);
      await update({ visibility });
      day.now = end;
      await expect(open(token)).rejects.toMatchObject(nothing);
      await expect(open(token, true)).rejects.toMatchObject(nothing);
    }
    // Its workspace sees what was agreed, and can move the end or take it away.
    expect(await sharing.getSharing({ jobId }, scope)).toMatchObject({ visibility: Visibility.PUBLIC, expiresAt: end });
    await expect(update({ visibility: INVITED, addInvites: ['bob@example.org'] })).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^expires_at: sharing ended at 2026-03-02T12:00:00.000Z/),
    });
    await update({ neverExpires: true });
    expect((await open()).job).toBeDefined();
  });

  it('of a replica of the last release keeps the end that another one set', async () => {
    const { update, sharing, jobId, scope, db } = await jobToShare();
    const end = new Date('2036-03-01T12:00:00.000Z');
    await update({ visibility: Visibility.PUBLIC, expiresAt: end });
    const former = `select change_sharing($1, 'PUBLIC', '{}', 'AUTHENTICATED', '{}', '{}', '{}', current_date, 1, 1) as outcome`;
    expect((await db.query(former, [jobId])).rows).toEqual([{ outcome: 'changed' }]);
    expect(await sharing.getSharing({ jobId }, scope)).toMatchObject({
      visibility: Visibility.AUTHENTICATED,
      expiresAt: end,
    });
  });

  it('of a removed invitation returns not_found, even after the person is invited again', async () => {
    const { update, open } = await jobToShare();
    const invite = { visibility: INVITED, addInvites: ['ada@example.org'] };
    const { links } = await update(invite);
    await update({ removeInvites: ['ada@example.org'] });
    await expect(open(tokenOf(links[0]!))).rejects.toMatchObject({ code: 'not_found' });
    const again = await update(invite);
    await expect(open(tokenOf(links[0]!))).rejects.toMatchObject({ code: 'not_found' });
    expect((await open(tokenOf(again.links[0]!))).job).toBeDefined();
  });
});
