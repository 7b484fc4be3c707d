import { Fault } from '@rotamer/kit/errors/fault.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { CancelResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testFile } from '../testing/testFiles.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';
import { testProject } from '../testing/testProjects.ts';

const gateway = await testGateway({ trustedProxies: '127.0.0.1' });
const { app, audit, files, jobs, projects, issueKey } = gateway;
afterAll(gateway.stop);
beforeEach(() => {
  audit.entries.length = 0;
});

const file = testFile();
files.known.set(file.id, file);
const project = testProject();
projects.known.set(project.id, project);

const deleteFile = (headers: Record<string, string>) =>
  app.inject({ method: 'DELETE', url: `/api/v1/files/${file.id}`, headers });

describe('an audited request', () => {
  it('leaves an entry that says who did what to which resource, from where and by which request', async () => {
    const headers = { ...bearer(issueKey()), 'x-request-id': 'request-1', 'x-forwarded-for': '203.0.113.7' };
    expect((await deleteFile(headers)).statusCode).toBe(200);
    expect(audit.entries).toEqual([
      expect.objectContaining({
        chain: 'ws_1',
        workspaceId: 'ws_1',
        actor: { kind: 'key', userId: 'usr_1', keyId: expect.any(String) },
        action: 'file.deleted',
        resourceType: 'file',
        resourceId: file.id,
        address: '203.0.113.7',
        requestId: 'request-1',
        outcome: 'ok',
        code: null,
      }),
    ]);
  });

  it('takes no address from a client that is not a trusted proxy', async () => {
    const headers = { ...bearer(issueKey()), 'x-forwarded-for': '203.0.113.7' };
    const { url, method } = { url: `/api/v1/files/${file.id}`, method: 'DELETE' as const };
    await app.inject({ method, url, headers, remoteAddress: '198.51.100.9' });
    expect(audit.entries).toMatchObject([{ address: '198.51.100.9' }]);
  });

  it('records the refusal of a role and of an unknown resource, with the code', async () => {
    await deleteFile(bearer(issueKey({ role: 'viewer' })));
    await app.inject({ method: 'DELETE', url: '/api/v1/files/file_x', headers: bearer(issueKey()) });
    expect(audit.entries.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['refused', 'forbidden'],
      ['refused', 'not_found'],
    ]);
  });

  it('records an unknown outcome when a service fails', async () => {
    const { delete: works } = files;
    files.delete = async () => {
      throw new Fault('service_unavailable', 'gone');
    };
    await deleteFile(bearer(issueKey()));
    files.delete = works;
    expect(audit.entries).toMatchObject([{ outcome: 'unknown', code: 'service_unavailable' }]);
  });

  it('records only fields of the response that the operation names, never the body of the request', async () => {
    const job = testJob();
    jobs.known.set(job.id, job);
    await app.inject({
      method: 'PATCH',
      url: `/api/v1/jobs/${job.id}/share`,
      headers: bearer(issueKey()),
      payload: { visibility: 'INVITED', add_invites: ['ada@example.org'] },
    });
    expect(audit.entries).toMatchObject([{ action: 'sharing.changed', facts: '{"visibility":"INVITED"}' }]);
    expect(JSON.stringify(audit.entries)).not.toContain('ada@');
  });

  it('names the project of an assignment by the request', async () => {
    await app.inject({
      method: 'POST',
      url: '/api/v1/projects/assignments',
      headers: bearer(issueKey()),
      payload: { target_project_id: project.id, resources: [{ type: 'job', ids: ['job_x'] }] },
    });
    expect(audit.entries).toMatchObject([{ action: 'project.resources_assigned', resourceId: project.id }]);
  });

  it('is refused without being tried when its intent cannot be stored', async () => {
    const { begin } = audit;
    audit.begin = async () => {
      throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
    };
    const calls = files.calls.length;
    expect((await deleteFile(bearer(issueKey()))).statusCode).toBe(503);
    audit.begin = begin;
    expect(files.calls.length).toBe(calls);
  });

  it('does not store text as an id that cannot be one', async () => {
    const url = `/api/v1/files/${encodeURIComponent('=cmd|x\n\u0000 ')}`;
    await app.inject({ method: 'DELETE', url, headers: bearer(issueKey()) });
    expect(audit.entries.map(({ resourceId }) => resourceId).filter(Boolean)).toEqual([]);
  });
});

describe('a cancellation', () => {
  it.each([
    ['of the caller’s own job', 'usr_1', []],
    ['of another user’s job', 'usr_2', [{ action: 'job.cancelled', outcome: 'ok' }]],
  ])('%s is recorded only for other users', async (_, createdBy, expected) => {
    const job = testJob({ createdBy });
    jobs.known.set(job.id, job);
    jobs.cancel = async () => CancelResponse.fromPartial({ job, refunded: true });
    await app.inject({ method: 'POST', url: `/api/v1/jobs/${job.id}/cancel`, headers: bearer(issueKey()) });
    expect(audit.entries).toMatchObject(expected);
    expect(audit.intents.size).toBe(0);
  });
});

it('stores nothing for operations that are not audited', async () => {
  await app.inject({ url: '/api/v1/files', headers: bearer(issueKey()) });
  expect(audit.entries).toEqual([]);
});
