// @module-tag kills

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Client } from '@rotamer/test-support/client.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { assign, type DeletionRequest, newProject, readProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { File, Job, List, Project, ProjectDeletion } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

/** The short form uses each deletion mode and kills each service at least once. */
const DELETIONS = long ? 36 : 4;

const MODES = ['move', 'unassign', 'delete_contents'] as const;
const VICTIMS = ['projects', 'jobs', 'files', 'billing'];

let world: World;

beforeAll(async () => {
  world = await openWorld({ workspaces: 2 });
});
afterAll(() => world?.end());

/** Creates a project with one ended, one running and one queued job, and an uploaded file. */
async function filled(client: Client) {
  const { id: project_id } = await newProject(client);
  const submit = async (request: object) => (await client.post<Job>('/jobs', request)).body.id;
  const ended = await submit(propertiesOf(ubiquitin, { project_id }));
  await waitForSettled(client, [ended]);
  const running = await submit(waitingJob(4, { project_id }));
  const waiting = await submit(propertiesOf(ubiquitin, { project_id }));
  const upload = (await client.upload<File>('a.fasta', ubiquitin, { project_id })).body.id;
  return { id: project_id, ended, jobs: [ended, running, waiting], upload };
}

type Filled = Awaited<ReturnType<typeof filled>>;

function remove<Body = ProjectDeletion>(client: Client, { id }: { id: string }, request: DeletionRequest) {
  const query = new URLSearchParams({ ...request });
  return client.send<Body>('DELETE', `/projects/${id}?${query}`);
}

async function completed(client: Client, { id }: ProjectDeletion): Promise<ProjectDeletion> {
  return waitFor(`the deletion ${id}`, async () => {
    const { body } = await client.get<ProjectDeletion>(`/project-deletions/${id}`);
    return body.status === 'completed' && body;
  });
}

async function placesOf(client: Client): Promise<Map<string, string | null>> {
  const jobs = (await client.get<List<Job>>('/jobs?limit=100')).body.data;
  const files = (await client.get<List<File>>('/files?limit=100')).body.data;
  return new Map([...jobs, ...files].map(({ id, project_id }) => [id, project_id]));
}

async function expectPlaces(client: Client, project: Filled, mode: DeletionRequest['mode'], target: Project) {
  const places = await placesOf(client);
  const expected = { move: target.id, unassign: null, delete_contents: undefined }[mode];
  for (const id of [...project.jobs, project.upload]) expect(places.get(id), `${mode} ${id}`).toBe(expected);
  expect([...places.values()]).not.toContain(project.id);
  expectRefusal(await client.get(`/projects/${project.id}`), 404, 'not_found');
}

/** Deletes everything that is left, and checks that every hold is then resolved. */
async function deleteEverything({ client, admin }: Workspace, target: Project): Promise<void> {
  const { data } = (await client.get<List<Job>>('/jobs?limit=100&unassigned=true')).body;
  const assigned = await assign(client, target, { jobs: data.map(({ id }) => id), linked: true });
  expect(assigned.status).toBe(200);
  await completed(client, (await remove(client, target, { mode: 'delete_contents' })).body);
  expect((await client.get<List<Job>>('/jobs')).body.data).toEqual([]);
  expect(await admin.command('ledger check')).toMatchObject({ balanced: true, open_holds: 0 });
}

describe('the deletion of a project', () => {
  it('completes and leaves nothing when any service is killed during it', { timeout: 1_800_000 }, async () => {
    const [workspace] = world.workspaces as [Workspace];
    const { client } = workspace;
    const target = await newProject(client, 'Target');
    const ended: string[] = [];
    for (let n = 0; n < DELETIONS; n++) {
      const mode = MODES[n % MODES.length]!;
      const project = await filled(client);
      const { body } = await remove(client, project, {
        mode,
        ...(mode === 'move' && { target_project_id: target.id }),
      });
      for (const pid of world.pidsOf(VICTIMS[n % VICTIMS.length]!).slice(0, 1)) kill(pid, 'SIGKILL');
      expect((await completed(client, body)).error).toBe(null);
      await expectPlaces(client, project, mode, target);
      ended.push(project.ended);
    }
    await deleteEverything(workspace, target);
    const artifacts = join(world.stack.home.dataDir, 'blobs', 'objects', 'artifacts', workspace.id);
    await waitFor('the artifacts to be gone', () => !ended.some((id) => existsSync(join(artifacts, id))));
  });

  it('reports a failure and keeps the project closed; a retry completes it', async () => {
    const { client } = world.workspaces[1]!;
    const [project, other] = [await filled(client), await newProject(client, 'Other')];
    const [jobs] = world.pidsOf('jobs');
    kill(jobs!, 'SIGSTOP');
    const { body: begun } = await remove(client, project, { mode: 'delete_contents' });
    await lastTry(begun);
    const failed = await waitFor('it to fail', async () => {
      const { body } = await client.get<ProjectDeletion>(`/project-deletions/${begun.id}`);
      return body.status === 'failed' && body;
    });
    kill(jobs!, 'SIGCONT');
    expect(failed).toMatchObject({ retryable: true, completed_at: null, error: expect.stringMatching(/./) });

    const file = (await client.upload<File>('b.fasta', ubiquitin)).body.id;
    for (const answer of [
      await client.post('/jobs', propertiesOf(ubiquitin, { project_id: project.id })),
      await client.upload('c.fasta', ubiquitin, { project_id: project.id }),
      await assign(client, project, { files: [file] }),
      await client.patch(`/projects/${project.id}`, { name: 'Renamed' }),
      await remove(client, other, { mode: 'move', target_project_id: project.id }),
    ]) {
      expectRefusal(answer, 409, 'conflict');
    }
    const otherwise = await remove<never>(client, project, { mode: 'unassign' });
    expect(expectRefusal(otherwise, 409, 'conflict')).toEqual({ deletion_id: begun.id });
    expect((await remove(client, project, { mode: 'delete_contents' })).body.id).toBe(begun.id);
    expect((await readProject(client, project)).counts).toMatchObject({ jobs: 3 });

    const retried = await client.post<ProjectDeletion>(`/project-deletions/${begun.id}/retry`);
    expect(retried.body).toMatchObject({ status: 'pending', retryable: false });
    expect(await completed(client, begun)).toMatchObject({ error: null, attempt_count: failed.attempt_count + 1 });
    expect((await client.get<List<Job>>('/jobs')).body.data).toEqual([]);
  }, 120_000);
});

/** Sets the failure count to four, so that the next failure is the last. Four real failures would take six minutes. */
async function lastTry({ id }: ProjectDeletion): Promise<void> {
  const db = new pg.Client({ connectionString: world.url('rotamer_projects') });
  await db.connect();
  await db.query('update deletions set failures = 4 where id = $1', [id]);
  await db.end();
}
