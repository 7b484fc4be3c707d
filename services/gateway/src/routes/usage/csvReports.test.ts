import { entryOf } from '@rotamer/accounts/audit/entry.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testProject } from '../../testing/testProjects.ts';

const { app, audit, projects, members, issueKey, stop } = await testGateway();
afterAll(stop);

const FORMULA = '=HYPERLINK("https://evil.example","x")';
const PROJECT = 'proj_00000000000000000000000000';
const [own, other] = [issueKey(), issueKey({ workspaceId: 'ws_2' })];

const get = (url: string, key = own) => app.inject({ url: `/api/v1${url}`, headers: bearer(key) });
const csv = (url: string, key = own) => get(`${url}${url.includes('?') ? '&' : '?'}format=csv`, key);
const cursorOf = (id: string) => Buffer.from(id).toString('base64url');
const linesOf = (body: string) => body.trimEnd().split('\r\n');

/** Appends an entry of a workspace. Returns its id. */
function append(workspaceId: string, resourceId: string): string {
  const at = new Date();
  const actor = { kind: 'key' as const, userId: 'usr_1', keyId: 'abcdefgh' };
  const about = { action: 'file.deleted', resourceType: 'file', resourceId, address: null, requestId: null };
  const intent = { ...about, chain: workspaceId, workspaceId, actor, startedAt: at };
  const entry = entryOf(intent, { outcome: 'ok', code: null }, newId('aud', at), at);
  audit.entries.push({ ...entry, number: 1, hash: Buffer.alloc(32), email: '=1+2@example.org' });
  return entry.id;
}

beforeEach(() => {
  audit.entries.length = 0;
});

describe('format=csv', () => {
  it.each(['/audit', '/ledger', '/usage'])('of %s is a file with a header and whole lines', async (path) => {
    append('ws_1', 'file_1');
    const { statusCode, headers, body } = await csv(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="${path.slice(1)}.csv"`);
    const [header, ...rows] = linesOf(body);
    expect(header).toMatch(/^"\w+"(,"\w+")*$/);
    expect(rows.length).toBeGreaterThan(0);
    expect(body.endsWith('\r\n')).toBe(true);
  });

  it('gives a formula in the name of a project or the address of a member as text', async () => {
    projects.known.set(PROJECT, { ...testProject(), id: PROJECT, name: FORMULA });
    members.known.set('usr_1', { ...[...members.known.values()][0]!, userId: 'usr_1', email: '=1+2@example.org' });
    const { body } = await csv('/usage?group_by=project,member');
    expect(body).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
    expect(body).toContain(`"'=1+2@example.org"`);
    append('ws_1', 'file_1');
    expect((await csv('/audit')).body).toContain(`"'=1+2@example.org"`);
    for (const line of linesOf(body)) expect(line).not.toMatch(/(^|,)"?\s*=/);
  });

  it('names the key of a charge, which has only an id without a name', async () => {
    const [header, row] = linesOf((await csv('/usage?group_by=key')).body);
    expect(header).toMatch(/^"key_id","key_name",/);
    expect(row).toMatch(/^"abcdefgh","Nightly screening",/);
  });

  it('shows nothing of another workspace, also with a cursor from there', async () => {
    append('ws_1', 'file_own');
    const foreign = append('ws_2', 'file_other');
    for (const cursor of ['', `?starting_after=${cursorOf(foreign)}`])
      expect((await csv(`/audit${cursor}`)).body).not.toContain('file_other');
    expect((await csv('/audit', other)).body).not.toContain('file_own');
    // 3 is the newest transfer of the first workspace.
    expect(linesOf((await csv(`/ledger?starting_after=${cursorOf('3')}`)).body)).toHaveLength(3);
    expect(linesOf((await csv(`/ledger?starting_after=${cursorOf('3')}`, other)).body)).toHaveLength(1);
    expect((await csv('/usage?group_by=tool', other)).body).not.toContain('protein-properties');
  });

  it.each(['/audit', '/ledger'])('of %s refuses a cursor of another list', async (path) => {
    for (const cursor of [cursorOf(newId('job', new Date())), cursorOf("1' or 1=1"), 'x'])
      expect((await csv(`${path}?starting_after=${cursor}`)).statusCode).toBe(400);
  });

  it('of /usage takes no cursor', async () => {
    expect((await csv(`/usage?starting_after=${cursorOf('1')}`)).statusCode).toBe(400);
  });

  it('shows a member only their own money, and not the audit log', async () => {
    const member = issueKey({ role: 'member', userId: 'usr_2' });
    expect((await csv('/usage?group_by=tool', member)).body).not.toContain('protein-properties');
    expect(linesOf((await csv('/ledger', member)).body)).toHaveLength(1);
    expect((await csv('/audit', member)).statusCode).toBe(403);
  });
});
