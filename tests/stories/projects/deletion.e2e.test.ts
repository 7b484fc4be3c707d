import { isDeepStrictEqual } from 'node:util';
import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { assign, deletedProject, newProject, readProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { File, Job, JobResult, List, Project, ProjectDeletion } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

/** Creates a workspace with a project that holds an ended job, its files and an upload. */
async function filled() {
  const workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  const { client } = workspace;
  const project = await newProject(client);
  const job = (await client.post<Job>('/jobs', propertiesOf(ubiquitin, { project_id: project.id }))).body.id;
  await waitForSettled(client, [job]);
  const upload = (await client.upload<File>('a.fasta', ubiquitin, { project_id: project.id })).body.id;
  const result = (await client.get<JobResult>(`/results/${job}`)).body;
  const records = await waitFor('the files of the job', async () => {
    const files = (await filesOf(workspace)).filter((file) => file.job_id === job);
    return files.length > result.files.length && files.map(({ id }) => id);
  });
  await assign(client, project, { jobs: [job], linked: true });
  return { ...workspace, project, job, upload, result, files: [upload, ...records] };
}

async function filesOf({ client }: Workspace): Promise<File[]> {
  return (await client.get<List<File>>('/files?limit=100')).body.data;
}

async function jobsOf({ client }: Workspace): Promise<Job[]> {
  return (await client.get<List<Job>>('/jobs?limit=100')).body.data;
}

interface Ledger {
  transfers: { kind: string; hold_id: string | null }[];
}

/** Expects the fields of a completed deletion. */
function expectCompleted(deletion: ProjectDeletion, project: Project) {
  expect(deletion).toMatchObject({
    project_id: null,
    project_name: project.name,
    error: null,
    retryable: false,
    started_at: expect.any(String),
    completed_at: expect.any(String),
    next_attempt_at: null,
  });
}

describe.concurrent('a project is deleted', () => {
  it('in mode move: everything in it is in the target afterwards', async () => {
    const world = await filled();
    const { client, project } = world;
    const target = await newProject(client, 'Target');
    const deletion = await deletedProject(client, project, { mode: 'move', target_project_id: target.id });
    expectCompleted(deletion, project);
    expect(deletion).toMatchObject({ mode: 'move', target_project_id: target.id });
    for (const one of [...(await jobsOf(world)), ...(await filesOf(world))]) expect(one.project_id).toBe(target.id);
    expect((await readProject(client, target)).counts).toMatchObject({ jobs: 1, files: world.files.length });
    expectRefusal(await client.get(`/projects/${project.id}`), 404, 'not_found');
    expect((await client.get<List<Project>>('/projects')).body.data.map(({ id }) => id)).toEqual([target.id]);
    expect((await client.get(`/results/${world.job}`)).status).toBe(200);
  });

  it('in mode unassign: everything in it stays without a project', async () => {
    const world = await filled();
    const { client, project } = world;
    expectCompleted(await deletedProject(client, project, { mode: 'unassign' }), project);
    expect((await jobsOf(world)).map((one) => [one.id, one.project_id])).toEqual([[world.job, null]]);
    const files = await filesOf(world);
    expect(files.map(({ id }) => id).toSorted()).toEqual(world.files.toSorted());
    for (const file of files) expect(file.project_id).toBe(null);
    expectRefusal(await client.get(`/projects/${project.id}`), 404, 'not_found');
  });

  it('with its contents: jobs, results, files and artifacts are gone; a running job is refunded', async () => {
    const world = await filled();
    const { client, project, job, result, files } = world;
    const kept = (await client.upload<File>('kept.fasta', ubiquitin)).body.id;
    const running = (
      await client.post<Job>(
        '/jobs',
        waitingJob(200, { project_id: project.id, billing: { max_reserved_credits: 10 } }),
      )
    ).body.id;
    const [artifact] = result.files;
    expect((await fetch(artifact!.url)).status).toBe(200);

    expectCompleted(await deletedProject(client, project, { mode: 'delete_contents' }), project);
    for (const id of [job, running]) {
      expectRefusal(await client.get(`/jobs/${id}/status`), 404, 'not_found');
      expectRefusal(await client.get(`/results/${id}`), 404, 'not_found');
      expectRefusal(await client.post(`/jobs/${id}/cancel`), 404, 'not_found');
    }
    expect(await jobsOf(world)).toEqual([]);
    for (const id of files) expectRefusal(await client.get(`/files/${id}`), 404, 'not_found');
    expect((await filesOf(world)).map(({ id }) => id)).toEqual([kept]);
    expect((await fetch(artifact!.url)).status).toBe(404);
    expectRefusal(await client.get(`/projects/${project.id}`), 404, 'not_found');
    // Nothing stays reserved for the ended job or for the cancelled one.
    await waitFor('both holds to be resolved', async () => {
      const { transfers } = (await world.admin.command('ledger show', { workspace: world.id })) as Ledger;
      const holds = (...kinds: string[]) =>
        transfers.flatMap(({ kind, hold_id }) => (kinds.includes(kind) ? [hold_id] : [])).toSorted();
      expect(holds('hold')).toHaveLength(2);
      return isDeepStrictEqual(holds('post', 'void'), holds('hold'));
    });
  });
});

describe('a deletion', () => {
  it('closes the project immediately, can be repeated, and conflicts with another mode', async () => {
    const { client } = await newWorkspace();
    const [project, target] = [await newProject(client), await newProject(client, 'Target')];
    const remove = (body: object) =>
      client.send<ProjectDeletion>('DELETE', `/projects/${project.id}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expectProblem(await remove({}), 'mode');
    expectProblem(await remove({ mode: 'move' }), 'target_project_id');
    expectRefusal(await remove({ mode: 'move', target_project_id: `${target.id.slice(0, -4)}0000` }), 404, 'not_found');

    const begun = await remove({ mode: 'unassign' });
    expect(begun.status).toBe(202);
    const { id } = begun.body;
    // The project may be gone or still closing. In both cases it accepts nothing new.
    const late = await client.post('/jobs', propertiesOf(ubiquitin, { project_id: project.id }));
    expect(late.status).toBeOneOf([404, 409]);
    expect((await remove({ mode: 'unassign' })).status).toBeOneOf([202, 404]);
    const done = await waitFor('the deletion', async () => {
      const { body } = await client.get<ProjectDeletion>(`/project-deletions/${id}`);
      return body.status === 'completed' && body;
    });
    expectCompleted(done, project);
    expectRefusal(await client.post(`/project-deletions/${id}/retry`), 409, 'conflict');
    expectRefusal(await remove({ mode: 'unassign' }), 404, 'not_found');
  });
});
