import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { deletedProject, newProject, readProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { File, Job, List, Project } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const none = { jobs: 0, files: 0, workflows: 0, workflow_runs: 0, studio_sessions: 0, ai_conversations: 0 };
const unknown = 'proj_00000000000000000000000000';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
});

describe('a project', () => {
  it('is created, found and changed, and has a name of 1 to 80 characters', async () => {
    const { client } = workspace;
    const made = await client.post<Project>('/projects', { name: '🧬'.repeat(80), description: 'Stability' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: '🧬'.repeat(80), description: 'Stability', counts: none });
    expect(await readProject(client, made.body)).toEqual(made.body);

    const change = async (body: object) => (await client.patch<Project>(`/projects/${made.body.id}`, body)).body;
    expect(await change({ name: 'Renamed' })).toMatchObject({ name: 'Renamed', description: 'Stability' });
    const last = await change({ description: null });
    expect(last).toMatchObject({ name: 'Renamed', description: null });
    expect(last.updated_at >= made.body.updated_at).toBe(true);
    expect(await readProject(client, made.body)).toEqual(last);

    expectProblem(await client.post('/projects', { name: 'x'.repeat(81) }), 'name');
    expectProblem(await client.patch(`/projects/${made.body.id}`, { description: 'x'.repeat(501) }), 'description');
    expectProblem(await client.patch(`/projects/${made.body.id}`, {}), 'body');
    expectRefusal(await client.patch(`/projects/${unknown}`, { name: 'A' }), 404, 'not_found');
  });

  it('is listed newest first, page by page', async () => {
    const { client } = await newWorkspace();
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.unshift((await newProject(client, name)).id);
    const first = (await client.get<List<Project>>('/projects?limit=2')).body;
    const second = (await client.get<List<Project>>(`/projects?limit=2&starting_after=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    expectProblem(await client.get('/projects?starting_after=nonsense'), 'starting_after');
  });

  it('holds jobs and files created in it, counts them, and is a filter of lists', async () => {
    const { client } = await newWorkspace();
    const project = await newProject(client);
    const submitted = await client.post<Job>('/jobs', propertiesOf(ubiquitin, { project_id: project.id }));
    expect(submitted.body.project_id).toBe(project.id);
    const uploaded = await client.upload<File>('a.fasta', ubiquitin, { project_id: project.id });
    expect(uploaded.body.project_id).toBe(project.id);
    const elsewhere = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body.id;
    await waitForSettled(client, [submitted.body.id, elsewhere]);

    const ids = async (path: string) => (await client.get<List<{ id: string }>>(path)).body.data.map(({ id }) => id);
    expect(await ids(`/jobs?project_id=${project.id}`)).toEqual([submitted.body.id]);
    expect(await ids('/jobs?unassigned=true')).toEqual([elsewhere]);
    expect(await ids(`/files?project_id=${project.id}&origin=UPLOAD`)).toEqual([uploaded.body.id]);
    expect(await ids('/files?unassigned=true&origin=UPLOAD')).toEqual([]);
    for (const path of ['/jobs', '/files']) {
      expectProblem(await client.get(`${path}?project_id=${project.id}&unassigned=true`), 'unassigned');
      expect(await ids(`${path}?project_id=${unknown}`)).toEqual([]);
    }
    const { counts } = await readProject(client, project);
    expect(counts).toMatchObject({ ...none, jobs: 1, files: (await ids(`/files?project_id=${project.id}`)).length });
    expect((await client.get<List<Project>>('/projects')).body.data[0]!.counts.jobs).toBe(1);
  });

  it('that is unknown or deleted accepts nothing, but a repeated submission returns its job', async () => {
    const { client, available } = await newWorkspace();
    const project = await newProject(client);
    const request = propertiesOf(ubiquitin, { project_id: project.id });
    const once = { 'idempotency-key': 'once' };
    const { id } = (await client.post<Job>('/jobs', request, once)).body;
    await waitForSettled(client, [id]);
    const credits = await available();
    await deletedProject(client, project, { mode: 'unassign' });

    expectRefusal(await client.post('/jobs', request), 404, 'not_found');
    expectRefusal(await client.post('/jobs', propertiesOf(ubiquitin, { project_id: unknown })), 404, 'not_found');
    for (const project_id of [project.id, unknown, 'nonsense']) {
      expectRefusal(await client.upload('a.fasta', ubiquitin, { project_id }), 404, 'not_found');
    }
    const replay = await client.post<Job>('/jobs', request, once);
    expect([replay.status, replay.body.id, replay.body.project_id]).toEqual([200, id, null]);
    expect((await client.get<List<Job>>('/jobs')).body.data.map((job) => job.id)).toEqual([id]);
    expect((await client.get<List<File>>('/files?origin=UPLOAD')).body.data).toEqual([]);
    expect(await available()).toBe(credits);
  });
});

describe('scopes and roles', () => {
  it('projects:read reads, projects:write changes', async () => {
    const { client, newKey, clientWith } = workspace;
    const { id } = await newProject(client);
    const [reader, writer, neither] = await Promise.all(
      [['projects:read'], ['projects:write'], ['jobs:write', 'files:write']].map(async (scopes) =>
        clientWith((await newKey({ scopes })).key),
      ),
    );
    expect((await reader!.get('/projects')).status).toBe(200);
    expect((await reader!.get(`/projects/${id}`)).status).toBe(200);
    expect((await writer!.patch(`/projects/${id}`, { name: 'B' })).status).toBe(200);
    const assignment = { target_project_id: null, resources: [{ type: 'job', ids: ['x'] }] };
    const read = { required_scope: 'projects:read' };
    const write = { required_scope: 'projects:write' };
    for (const [answer, details] of [
      [await writer!.get('/projects'), read],
      [await writer!.get(`/projects/${id}`), read],
      [await writer!.get('/project-deletions/x'), read],
      [await reader!.post('/projects', { name: 'C' }), write],
      [await reader!.patch(`/projects/${id}`, { name: 'C' }), write],
      [await reader!.post('/projects/assignments', assignment), write],
      [await reader!.send('DELETE', `/projects/${id}?mode=unassign`), write],
      [await reader!.post('/project-deletions/x/retry'), write],
      [await neither!.post('/jobs', propertiesOf(ubiquitin, { project_id: id })), write],
      [await neither!.upload('a.fasta', ubiquitin, { project_id: id }), write],
    ] as const) {
      expect(expectRefusal(answer, 403, 'forbidden')).toEqual(details);
    }
  });

  it('viewers read, members change, and only admins delete with the contents', async () => {
    const { client, newKey, clientWith } = workspace;
    const project = await newProject(client);
    const [viewer, member, admin] = await Promise.all(
      (['viewer', 'member', 'admin'] as const).map(async (role) => clientWith((await newKey({ role })).key)),
    );
    const url = `/projects/${project.id}`;
    expect((await viewer!.get(url)).status).toBe(200);
    const needed = { required_role: 'member' };
    expect(expectRefusal(await viewer!.post('/projects', { name: 'A' }), 403, 'forbidden')).toEqual(needed);
    expect(expectRefusal(await viewer!.patch(url, { name: 'A' }), 403, 'forbidden')).toEqual(needed);
    expect(expectRefusal(await viewer!.send('DELETE', `${url}?mode=unassign`), 403, 'forbidden')).toEqual(needed);
    expect((await member!.patch(url, { name: 'A' })).status).toBe(200);
    const refused = await member!.send('DELETE', `${url}?mode=delete_contents`);
    expect(expectRefusal(refused, 403, 'forbidden')).toEqual({ required_role: 'admin' });
    expect((await deletedProject(admin!, project, { mode: 'delete_contents' })).project_id).toBe(null);
    const own = await newProject(member!);
    expect((await deletedProject(member!, own, { mode: 'unassign' })).status).toBe('completed');
  });
});
