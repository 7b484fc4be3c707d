import type { Role } from '@rotamer/api/operation/access.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { DeletionMode, DeletionStatus } from '@rotamer/proto/projects/v1/project.ts';
import { ListProjectsResponse } from '@rotamer/proto/projects/v1/projects.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testDeletion, testProject } from '../../testing/testProjects.ts';

const { app, projects, workspace, issueKey, stop } = await testGateway();
afterAll(stop);
workspace.limits!.requestsPerMinute = 100_000;
const project = testProject();
const deletion = testDeletion();
projects.known.set(project.id, project);
projects.deletions.set(deletion.id, deletion);
const key = issueKey();
beforeEach(() => {
  projects.calls.length = 0;
});

const ask = (method: InjectOptions['method'], url: string, payload?: object, as = key) =>
  app.inject({ method, url: `/api/v1${url}`, headers: bearer(as), payload });

const paths = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.json().error.details.errors.map(({ path }: { path: string }) => path);

/** The last request that reached the projects service. */
const asked = () => projects.calls.at(-1)?.request;

describe('POST /projects', () => {
  it('returns 201 with exactly the project’s fields', async () => {
    const answer = await ask('POST', '/projects', { name: 'Variants', description: 'Stability' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^proj_/),
      object: 'project',
      name: 'Variants',
      description: 'Stability',
      counts: { jobs: 2, files: 0, workflows: 0, workflow_runs: 0, studio_sessions: 0, ai_conversations: 0 },
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('counts characters, not code units', async () => {
    expect((await ask('POST', '/projects', { name: '🧬'.repeat(80), description: '🧬'.repeat(500) })).statusCode).toBe(
      201,
    );
    expect(paths(await ask('POST', '/projects', { name: '🧬'.repeat(81), description: '🧬'.repeat(501) }))).toEqual([
      'name',
      'description',
    ]);
  });

  it.each([null, '', undefined])('treats %j as no description', async (description) => {
    expect((await ask('POST', '/projects', { name: 'A', description })).json().description).toBe(null);
    expect(asked()).toEqual({ name: 'A', description: undefined });
  });

  it.each([
    [{}, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'A', description: 1 }, 'description'],
    [{ name: 'A', counts: {} }, 'counts'],
    [{ name: 'a\0b' }, 'name'],
  ])('refuses %j and names the field', async (body, path) => {
    expect(paths(await ask('POST', '/projects', body))).toEqual([path]);
  });
});

describe('GET /projects', () => {
  it('pages by an opaque cursor', async () => {
    const page = [testProject(), testProject()].map((one) => ({ project: one, counts: {} }));
    vi.spyOn(projects, 'list').mockResolvedValueOnce(
      ListProjectsResponse.fromPartial({ projects: page, hasMore: true }),
    );
    const { data, has_more, next_cursor } = (await ask('GET', '/projects?limit=2')).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(page.map((one) => one.project.id));
    expect(has_more).toBe(true);
    await ask('GET', `/projects?starting_after=${next_cursor}`);
    expect(asked()).toEqual({ limit: 20, beforeId: page[1]!.project.id });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['starting_after=nonsense', 'starting_after'],
    ['project_id=proj_1', 'project_id'],
  ])('refuses ?%s and names the parameter', async (query, path) => {
    expect(paths(await ask('GET', `/projects?${query}`))).toEqual([path]);
  });
});

describe('PATCH /projects/{projectId}', () => {
  it('changes only the fields in the body', async () => {
    const { id: projectId } = project;
    await ask('PATCH', `/projects/${projectId}`, { name: 'B' });
    expect(asked()).toEqual({ projectId, name: 'B', description: undefined });
    const answer = await ask('PATCH', `/projects/${projectId}`, { description: null });
    expect(asked()).toEqual({ projectId, name: undefined, description: '' });
    expect(answer.json()).toMatchObject({ name: project.name, description: null });
  });

  it.each([
    [{}, 'body'],
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ id: 'proj_1' }, 'id'],
  ])('refuses %j', async (body, path) => {
    expect(paths(await ask('PATCH', `/projects/${project.id}`, body))).toEqual([path]);
    expect(projects.calls).toEqual([]);
  });
});

describe('POST /projects/assignments', () => {
  const resources = [{ type: 'job', ids: ['job_1', 'job_2'] }];

  it('moves resources of several types into a project', async () => {
    const all = ['job', 'file', 'workflow', 'workflow_run', 'studio_session', 'ai_conversation'];
    const answer = await ask('POST', '/projects/assignments', {
      target_project_id: project.id,
      resources: all.map((type) => ({ type, ids: ['x'] })),
      move_linked_files: true,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      object: 'project_assignment',
      target_project: { id: project.id, name: project.name },
      counts: { jobs: 1, files: 0, workflows: 0, workflow_runs: 0, studio_sessions: 0, ai_conversations: 0 },
      linked_file_count: 2,
    });
    expect(asked()).toEqual({
      targetProjectId: project.id,
      groups: all.map((type) => ({ type: `RESOURCE_TYPE_${type.toUpperCase()}`, ids: ['x'] })),
      moveLinkedFiles: true,
    });
    // An assignment that has begun is not cancelled with the client.
    expect(projects.calls.at(-1)!.scope).toMatchObject({ signal: undefined });
  });

  it('removes them from projects, without linked files, for a null target', async () => {
    const answer = await ask('POST', '/projects/assignments', { target_project_id: null, resources });
    expect(answer.json()).toMatchObject({ object: 'project_assignment', target_project: null });
    expect(asked()).toMatchObject({ targetProjectId: undefined, moveLinkedFiles: false });
  });

  it('names the resources that do not exist', async () => {
    const missing = new Fault('not_found', 'No such resources.', { details: { ids: ['job_2', 'nonsense'] } });
    vi.spyOn(projects, 'assign').mockRejectedValueOnce(missing);
    const answer = await ask('POST', '/projects/assignments', { target_project_id: null, resources });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toMatchObject({ code: 'not_found', details: { ids: ['job_2', 'nonsense'] } });
  });

  it('accepts the largest allowed assignment', async () => {
    const ids = Array.from({ length: 500 }, () => newId('file', new Date()));
    const largest = Array.from({ length: 6 }, () => ({ type: 'file', ids }));
    const answer = await ask('POST', '/projects/assignments', { target_project_id: null, resources: largest });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it.each([
    [{ resources }, 'target_project_id'],
    [{ target_project_id: null }, 'resources'],
    [{ target_project_id: null, resources: [] }, 'resources'],
    [{ target_project_id: null, resources: Array(7).fill(resources[0]) }, 'resources'],
    [{ target_project_id: null, resources: [{ type: 'job', ids: [] }] }, 'resources[0].ids'],
    [{ target_project_id: null, resources: [{ type: 'job', ids: Array(501).fill('a') }] }, 'resources[0].ids'],
    [{ target_project_id: null, resources: [{ type: 'job', ids: ['a'.repeat(129)] }] }, 'resources[0].ids[0]'],
    [{ target_project_id: null, resources: [{ type: 'jobs', ids: ['a'] }] }, 'resources[0].type'],
    [{ target_project_id: null, resources: [{ type: 'job', ids: ['a'], all: true }] }, 'resources[0].all'],
    [{ target_project_id: null, resources, move_linked_files: 'yes' }, 'move_linked_files'],
  ])('refuses %o', async (body, path) => {
    expect(paths(await ask('POST', '/projects/assignments', body))).toEqual([path]);
    expect(projects.calls).toEqual([]);
  });

  it('is not a project: other methods on it get 405', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const answer = await ask(method, '/projects/assignments?x=1');
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'OPTIONS, POST']);
    }
  });
});

describe('DELETE /projects/{projectId}', () => {
  const target = testProject();
  projects.known.set(target.id, target);
  const url = `/projects/${project.id}`;
  const move = { mode: 'move', target_project_id: target.id };
  const inQuery = `${url}?mode=move&target_project_id=${target.id}`;

  it.each([
    ['body', url, move],
    ['query', inQuery, undefined],
    ['query beside an empty body', inQuery, {}],
    ['body and query', inQuery, move],
    ['one field in each', `${url}?mode=move`, { target_project_id: target.id }],
  ])('takes its fields from the %s', async (_, path, body) => {
    const answer = await ask('DELETE', path, body);
    expect(answer.statusCode, answer.body).toBe(202);
    expect(answer.json()).toMatchObject({
      object: 'project_deletion',
      project_id: project.id,
      mode: 'move',
      target_project_id: target.id,
      status: 'pending',
    });
    expect(asked()).toEqual({ projectId: project.id, mode: 'DELETION_MODE_MOVE', targetProjectId: target.id });
  });

  it.each([undefined, '', 'null', '{}'])('takes %j as JSON, with its fields in the query', async (payload) => {
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'DELETE', url: `/api/v1${url}?mode=unassign`, headers, payload });
    expect(answer.statusCode, answer.body).toBe(202);
  });

  it.each([
    ['no mode', url, undefined, 'mode'],
    ['an unknown mode', `${url}?mode=purge`, undefined, 'mode'],
    ['another mode in the body', inQuery, { ...move, mode: 'unassign' }, 'mode'],
    ['a target that is null', url, { mode: 'unassign', target_project_id: null }, 'target_project_id'],
    ['a move without a target', url, { mode: 'move' }, 'target_project_id'],
    ['a target for another mode', url, { ...move, mode: 'unassign' }, 'target_project_id'],
    ['itself as the target', url, { mode: 'move', target_project_id: project.id }, 'target_project_id'],
    ['an unknown field', url, { mode: 'unassign', force: true }, 'force'],
    ['an unknown parameter', `${url}?mode=unassign&force=true`, undefined, 'force'],
    ['a list', url, [move], 'body'],
  ])('refuses %s', async (_, path, body, problem) => {
    const answer = await ask('DELETE', path, body);
    expect(answer.statusCode).toBe(400);
    expect(new Set(paths(answer))).toEqual(new Set([problem]));
    expect(projects.calls).toEqual([]);
  });

  it('refuses a body of another type', async () => {
    const headers = { ...bearer(key), 'content-type': 'text/plain' };
    const answer = await app.inject({ method: 'DELETE', url: `/api/v1${url}?mode=unassign`, headers, payload: 'x' });
    expect(answer.statusCode).toBe(415);
  });

  it('with its contents requires the role admin or higher', async () => {
    const as = (role: 'member' | 'admin') => issueKey({ role });
    const refused = await ask('DELETE', `${url}?mode=delete_contents`, undefined, as('member'));
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error.details).toEqual({ required_role: 'admin' });
    expect(projects.calls.map(({ method }) => method)).not.toContain('delete');
    expect((await ask('DELETE', `${url}?mode=delete_contents`, undefined, as('admin'))).statusCode).toBe(202);
    const unknown = await ask('DELETE', `/projects/${testProject().id}?mode=delete_contents`, undefined, as('member'));
    expect(unknown.statusCode).toBe(404);
  });
});

describe('a deletion', () => {
  it('is shown with every field', async () => {
    const answer = await ask('GET', `/project-deletions/${deletion.id}`);
    expect(answer.json()).toEqual({
      id: deletion.id,
      object: 'project_deletion',
      project_id: deletion.projectId,
      project_name: 'Lysozyme variants',
      mode: 'unassign',
      target_project_id: null,
      status: 'pending',
      error: null,
      attempt_count: 0,
      next_attempt_at: '2026-03-01T12:00:00.000Z',
      retryable: false,
      created_at: '2026-03-01T12:00:00.000Z',
      started_at: null,
      completed_at: null,
      updated_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('has no project_id once the project is gone', async () => {
    const completed = testDeletion({ status: 'DELETION_STATUS_COMPLETED', completedAt: new Date(0) });
    projects.deletions.set(completed.id, completed);
    const answer = await ask('GET', `/project-deletions/${completed.id}`);
    expect(answer.json()).toMatchObject({ project_id: null, status: 'completed', project_name: 'Lysozyme variants' });
  });

  it('is retried with 200, or refused with the service’s error', async () => {
    const url = `/project-deletions/${deletion.id}/retry`;
    expect((await ask('POST', url)).json()).toMatchObject({ id: deletion.id, object: 'project_deletion' });
    vi.spyOn(projects, 'retryDeletion').mockRejectedValueOnce(new Fault('conflict', 'It has not failed.'));
    expect((await ask('POST', url)).statusCode).toBe(409);
  });
});

describe('a deletion of contents', () => {
  it('is retried only by admins and owners', async () => {
    const contents = testDeletion({ mode: DeletionMode.DELETE_CONTENTS, status: DeletionStatus.FAILED });
    projects.deletions.set(contents.id, contents);
    const again = (role: Role) => ask('POST', `/project-deletions/${contents.id}/retry`, undefined, issueKey({ role }));
    const refused = await again('member');
    expect([refused.statusCode, refused.json().error.details]).toEqual([403, { required_role: 'admin' }]);
    expect(projects.calls.map(({ method }) => method)).not.toContain('retryDeletion');
    for (const role of ['admin', 'owner'] as const) expect((await again(role)).statusCode).toBe(200);
  });
});

describe('an id that the key may not see', () => {
  const foreign = testProject({ workspaceId: 'ws_other' });
  const foreignDeletion = testDeletion({ workspaceId: 'ws_other' });
  projects.known.set(foreign.id, foreign);
  projects.deletions.set(foreignDeletion.id, foreignDeletion);
  const impossible = ['nonsense', 'proj_', '%00', project.id.toUpperCase(), `job_${project.id.slice(5)}`];

  const requests: [string, (id: string) => [InjectOptions['method'], string, object?], string[]][] = [
    ['GET a project', (id) => ['GET', `/projects/${id}`], [foreign.id]],
    ['PATCH a project', (id) => ['PATCH', `/projects/${id}`, { name: 'A' }], [foreign.id]],
    ['DELETE a project', (id) => ['DELETE', `/projects/${id}?mode=unassign`], [foreign.id]],
    ['DELETE a project with its contents', (id) => ['DELETE', `/projects/${id}?mode=delete_contents`], [foreign.id]],
    [
      'DELETE a project, to another',
      // A query with a NUL is refused for the NUL.
      (id) => ['DELETE', `/projects/${project.id}?mode=move&target_project_id=${id.replace('%00', 'x')}`],
      [foreign.id],
    ],
    [
      'assign to a project',
      (id) => [
        'POST',
        '/projects/assignments',
        { target_project_id: decodeURIComponent(id).replace('\0', 'x'), resources: [{ type: 'job', ids: ['x'] }] },
      ],
      [foreign.id],
    ],
    ['GET a deletion', (id) => ['GET', `/project-deletions/${id}`], [foreignDeletion.id]],
    ['retry a deletion', (id) => ['POST', `/project-deletions/${id}/retry`], [foreignDeletion.id]],
  ];

  it.each(requests)(
    '%s: returns the same 404 for foreign, unknown and malformed ids',
    async (_, request, foreigners) => {
      for (const role of ['owner', 'member'] as const) {
        const as = issueKey({ role });
        const send = (id: string) => {
          const [method, url, payload] = request(id);
          return ask(method, url, payload, as);
        };
        const expected = await send(newId(foreigners[0]!.startsWith('proj') ? 'proj' : 'pdel', new Date()));
        expect(expected.statusCode).toBe(404);
        for (const id of [...foreigners, ...impossible]) expect((await send(id)).body, id).toBe(expected.body);
      }
    },
  );

  it('gets 404 for a viewer too, before the role is checked', async () => {
    const viewer = issueKey({ role: 'viewer' });
    expect((await ask('PATCH', `/projects/${foreign.id}`, { name: 'A' }, viewer)).statusCode).toBe(404);
    expect((await ask('PATCH', `/projects/${project.id}`, { name: 'A' }, viewer)).statusCode).toBe(403);
    expect((await ask('POST', `/project-deletions/${foreignDeletion.id}/retry`, undefined, viewer)).statusCode).toBe(
      404,
    );
    expect((await ask('POST', `/project-deletions/${deletion.id}/retry`, undefined, viewer)).statusCode).toBe(403);
  });
});
