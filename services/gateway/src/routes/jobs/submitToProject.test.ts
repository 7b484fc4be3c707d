import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../../testing/requests.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testProject } from '../../testing/testProjects.ts';

const { app, jobs, projects, issueKey, stop } = await testGateway();
afterAll(stop);
const [open, closed, foreign] = [testProject(), testProject(), testProject({ workspaceId: 'ws_other' })];
for (const project of [open, closed, foreign]) projects.known.set(project.id, project);
projects.closed.add(closed.id);
beforeEach(() => {
  jobs.calls.length = 0;
  projects.calls.length = 0;
});

function submit(project_id: string | null | undefined, headers: Record<string, string> = {}) {
  const payload = submission({ project_id });
  return app.inject({ method: 'POST', url: '/api/v1/jobs', headers: { ...bearer(issueKey()), ...headers }, payload });
}

const asked = () => [...projects.calls, ...jobs.calls].map(({ method }) => method);

describe('POST /jobs', () => {
  it('checks that the project is open, as the caller, before it submits', async () => {
    expect((await submit(open.id)).statusCode).toBe(202);
    expect(asked()).toEqual(['checkOpen', 'submit']);
    expect(projects.calls[0]).toMatchObject({
      request: { projectId: open.id },
      scope: { caller: { workspaceId: 'ws_1' } },
    });
  });

  it.each([null, undefined])('makes no check for the project %s', async (project) => {
    expect((await submit(project)).statusCode).toBe(202);
    expect(asked()).toEqual(['submit']);
  });

  it.each([
    ['unknown', newId('proj', new Date()), 404, 'not_found'],
    ['foreign', foreign.id, 404, 'not_found'],
    ['closed', closed.id, 409, 'conflict'],
  ])('refuses a project that is %s, and submits nothing', async (_, id, status, code) => {
    for (const headers of [{}, { 'idempotency-key': 'one' }]) {
      const answer = await submit(id, headers as Record<string, string>);
      expect(answer.statusCode).toBe(status);
      expect(answer.json().error.code).toBe(code);
    }
    expect(asked()).not.toContain('submit');
    expect(asked().filter((method) => method === 'findSubmission')).toHaveLength(1);
  });

  it('shows the job’s actual project, which may be another', async () => {
    const job = testJob({ projectId: closed.id });
    vi.spyOn(jobs, 'submit').mockResolvedValueOnce(SubmitResponse.fromPartial({ job }));
    expect((await submit(open.id)).json().project_id).toBe(closed.id);
  });

  it.each([closed.id, newId('proj', new Date())])(
    'answers a replay with its job, though the project takes no more: %s',
    async (id) => {
      const job = testJob({ projectId: open.id });
      const find = vi
        .spyOn(jobs, 'findSubmission')
        .mockResolvedValueOnce(SubmitResponse.fromPartial({ job, replayed: true }));
      const answer = await submit(id, { 'idempotency-key': 'one' });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['idempotent-replayed']).toBe('true');
      expect(answer.json()).toMatchObject({ id: job.id, project_id: open.id });
      expect(find.mock.calls[0]![0]).toMatchObject({ projectId: id, name: 'Lysozyme' });
    },
  );

  it('reports a key used for another job before the closed project', async () => {
    const reused = new Fault('conflict', 'Reused.', { details: { reason: 'idempotency_key_reused' } });
    vi.spyOn(jobs, 'findSubmission').mockRejectedValueOnce(reused);
    const answer = await submit(closed.id, { 'idempotency-key': 'one' });
    expect(answer.json().error).toMatchObject({ details: { reason: 'idempotency_key_reused' } });
  });

  it('does not treat a failed project check as a closed project', async () => {
    const down = new Fault('service_unavailable', 'Down.', { retryAfterSeconds: 2 });
    vi.spyOn(projects, 'checkOpen').mockRejectedValueOnce(down);
    expect((await submit(open.id, { 'idempotency-key': 'one' })).statusCode).toBe(503);
    expect(asked()).toEqual([]);
  });
});
