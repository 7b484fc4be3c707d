import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@rotamer/test-support/client.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, JobSharing } from '@rotamer/test-support/resources.ts';
import { linksIn, mailsTo } from '@rotamer/test-support/sharing.ts';
import { sessionOf, signInTo } from '@rotamer/test-support/signIn.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const { dataDir } = inject('stack');

let workspace: Workspace;
/** A job that has ended. Each test first sets who may see it. */
let job: Awaited<ReturnType<typeof newJob>>;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  job = await newJob(workspace.client);
  await waitForJob(workspace.client, job.id);
});

async function newJob(client: Client) {
  const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  const share = (body: object, as = client) => as.patch<JobSharing>(`/jobs/${id}/share`, body);
  const sharing = () => client.get<JobSharing>(`/jobs/${id}/share`);
  return { id, share, sharing, page: `${client.baseUrl}/share/${id}` };
}

/** Returns an address that only this run uses, so that its mails can be found. */
const newAddress = () => `ada-${randomUUID()}@example.org`;

const see = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('a shared job', () => {
  it('is private at first, then public, then private again', async () => {
    const { id, share, sharing, page } = job;
    expect((await sharing()).body).toEqual({ object: 'job_sharing', job_id: id, visibility: 'PRIVATE', shares: [] });
    const nothing = await see(page);
    expect([nothing.status, nothing.text]).toEqual([404, (await see(`${page.slice(0, -4)}0000`)).text]);
    const shared = await share({ visibility: 'PUBLIC' });
    expect(linksIn(shared)).toEqual([page]);
    expect((await see(page)).text).toContain('Molecular weight (Da)');
    await share({ visibility: 'PRIVATE' });
    expect(await see(page)).toMatchObject({ status: 404, text: nothing.text });
  });

  it('opens by the link in an invitation, and each person gets one mail', async () => {
    const { share, sharing, page } = job;
    const address = newAddress();
    const request = { visibility: 'INVITED', addInvites: [` ${address.toUpperCase()}`] };
    const answers = await Promise.all(Array.from({ length: 100 }, () => share(request)));
    expect(new Set(answers.map(({ body }) => body.shares.map(({ id }) => id).join())).size).toBe(1);
    const { shares } = (await sharing()).body;
    expect(shares).toMatchObject([{ email: address, claimed: false, claimed_at: null }]);

    const [mail, ...others] = await waitFor('the mail', () => {
      const mails = mailsTo(dataDir, address);
      return mails.length > 0 && mails;
    });
    expect(others).toEqual([]);
    const [link] = linksIn(answers[0]!);
    expect(mail).toContain(link);
    expect((await see(page)).status).toBe(404);
    const followed = await see(link!);
    expect(followed).toMatchObject({ status: 303 });
    const cookie = followed.headers.get('set-cookie')!.split(';')[0]!;
    expect((await see(page, { cookie })).text).toContain('Molecular weight (Da)');
    expect((await sharing()).body.shares).toMatchObject([{ claimed: true, claimed_at: expect.any(String) }]);

    await share({ remove_invites: [address] });
    expect((await see(link!)).status).toBe(404);
    expect((await see(page, { cookie })).status).toBe(404);
  });

  it('is unknown to everybody outside when sharing has ended, byte by byte, until the end is moved', async () => {
    const { id, share, sharing, page } = job;
    const [address, later] = [newAddress(), new Date(Date.now() + 86_400_000).toISOString()];
    expectProblem(await share({ visibility: 'PUBLIC', expires_at: '2026-01-01T00:00:00Z' }), 'expires_at');
    const invited = await share({ visibility: 'INVITED', add_invites: [address], expires_at: later });
    expect(invited.body.expires_at).toBe(later);
    const link = linksIn(invited)[0]!;
    const cookie = (await see(link)).headers.get('set-cookie')!.split(';')[0]!;
    const paths = [page, `${page}/rows/properties.jsonl`, `${page}/items/itm_1`, link];
    expect((await see(page, { cookie })).status).toBe(200);

    const end = new Date(Date.now() + 1_000).toISOString();
    await share({ expires_at: end });
    await waitFor('the end of sharing', async () => (await see(page, { cookie })).status === 404);
    for (const visibility of ['INVITED', 'AUTHENTICATED', 'PUBLIC']) {
      if (visibility !== 'INVITED') {
        expectProblem(await share({ visibility }), 'expires_at');
        await share({ visibility, expires_at: new Date(Date.now() + 500).toISOString() });
        await waitFor('the end of sharing', async () => (await see(page, { cookie })).status === 404);
      }
      for (const path of paths) {
        const [ended, unknown] = await Promise.all(
          [path, path.replace(id, `${id.slice(0, -4)}0000`)].map((url) => see(url, { cookie })),
        );
        expect([path, ended!.status, ended!.text]).toEqual([path, 404, unknown!.text]);
      }
    }
    expect((await sharing()).body).toMatchObject({ visibility: 'PUBLIC', expires_at: expect.any(String) });
    expect((await share({ expires_at: null })).body).not.toHaveProperty('expires_at');
    expect((await see(page)).status).toBe(200);
    await share({ remove_invites: [address] });
  });

  it('refuses invitations unless its visibility is INVITED', async () => {
    const { share, sharing } = job;
    await share({ visibility: 'PRIVATE' });
    for (const visibility of [undefined, 'PUBLIC', 'AUTHENTICATED', 'PRIVATE']) {
      expectProblem(await share({ visibility, add_invites: [newAddress()] }), 'add_invites');
    }
    expect((await sharing()).body).toMatchObject({ visibility: 'PRIVATE', shares: [] });
  });

  it('is open to people who sign in with a valid key of a paid workspace', async () => {
    const { share, page } = job;
    await share({ visibility: 'AUTHENTICATED' });
    expect((await see(page)).status).toBe(401);
    const [stranger, free] = await Promise.all([newWorkspace(), newWorkspace({ plan: 'FREE' })]);
    const signIn = (key: string) => signInTo(page, key);
    for (const key of ['', 'nonsense', free.key.key]) {
      expect((await signIn(key)).status).toBe(401);
    }
    const entered = await signIn(stranger.key.key);
    expect(entered.status).toBe(303);
    const cookie = sessionOf(entered);
    expect((await see(page, { cookie })).text).toContain('Molecular weight (Da)');
    await stranger.admin.command('key revoke', { key: stranger.key.id });
    await waitFor('the page to be closed', async () => (await see(page, { cookie })).status === 401);
  });

  it('is shared by its creator and higher roles; other members can read its invitations', async () => {
    const keys = await Promise.all(['member', 'member'].map(() => workspace.newKey({ role: 'member' })));
    const [creator, other] = keys.map(({ key }) => workspace.clientWith(key));
    const { id, share } = await newJob(creator!);
    const address = newAddress();
    expect((await share({ visibility: 'INVITED', add_invites: [address] })).status).toBe(200);
    expect((await share({}, workspace.client)).status).toBe(200);
    expectRefusal(await share({ visibility: 'PUBLIC' }, other), 403, 'forbidden');
    const seen = await other!.get<JobSharing>(`/jobs/${id}/share`);
    expect(seen.body.shares).toMatchObject([{ email: address }]);
    expect(linksIn(seen)).toEqual([`${other!.baseUrl}/share/${id}`]);
  });

  it('leaves no address and no token in any log', async () => {
    const { share, page } = job;
    const address = newAddress();
    const [link] = linksIn(await share({ visibility: 'INVITED', add_invites: [address] }));
    await waitFor('the mail', () => mailsTo(dataDir, address).length > 0);
    await see(link!);
    const token = link!.slice(page.length + 3);
    const folder = join(dataDir, 'logs');
    for (const name of readdirSync(folder)) {
      const log = readFileSync(join(folder, name), 'utf8');
      expect(log.includes(address), name).toBe(false);
      expect(log.includes(token), name).toBe(false);
    }
  });
});
