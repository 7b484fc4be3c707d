import type { Client } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { deletedProject, newProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, JobResult, List, Project } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const { operations } = await loadContract(inject('stack').baseUrl);
const routesWithJob = operations.filter(({ path }) => path.includes('{jobId}'));
const routesWithProject = operations.filter(({ path }) => /\{(project|deletion)Id\}/.test(path));

let stranger: Client;
let job: string;
let item: string;
let project: string;
let deletion: string;

beforeAll(async () => {
  const [owner, other] = await Promise.all([newWorkspace(), newWorkspace()]);
  stranger = other.client;
  job = (await owner.client.post<Job>('/jobs', propertiesOf(ubiquitin))).body.id;
  await waitForJob(owner.client, job);
  item = (await owner.client.get<JobResult>(`/results/${job}`)).body.files[0]!.key;
  project = (await newProject(owner.client)).id;
  deletion = (await deletedProject(owner.client, await newProject(owner.client), { mode: 'unassign' })).id;
});

describe('a job of another workspace', () => {
  it('covers every route with a job id', () => {
    expect(routesWithJob.length).toBeGreaterThanOrEqual(6);
  });

  it.each(routesWithJob.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s returns the same bytes as for an unknown job',
    async (_, { method, path, operation }) => {
      const ask = (jobId: string, itemId: string) => {
        const filled = path
          .replace('{jobId}', jobId)
          .replace('{itemId}', encodeURIComponent(itemId))
          .replace('{inputNumber}', '1');
        const route = filled.replace('/api/v1', '');
        const body = { body: '{}', headers: { 'content-type': 'application/json' } };
        return stranger.send(method, route, operation.requestBody ? body : {});
      };
      const foreign = await ask(job, item);
      const unknown = await ask(`${job.slice(0, -4)}0000`, item);
      const impossible = await ask('nonsense', 'nonsense');
      expect(foreign.status).toBe(404);
      expect(foreign.bytes).toEqual(unknown.bytes);
      expect(foreign.bytes).toEqual(impossible.bytes);
      expect(headersOf(foreign.headers)).toEqual(headersOf(unknown.headers));
      expect(foreign.bytes.toString()).not.toContain(job);
    },
  );

  it('appears in no list', async () => {
    expect((await stranger.get<{ data: Job[] }>('/jobs')).body.data).toEqual([]);
  });
});

describe('a project of another workspace, and its deletion', () => {
  it('covers every route with a project or deletion id', () => {
    expect(routesWithProject.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`).sort()).toEqual([
      'DELETE /projects/{projectId}',
      'GET /project-deletions/{deletionId}',
      'GET /projects/{projectId}',
      'PATCH /projects/{projectId}',
      'POST /project-deletions/{deletionId}/retry',
    ]);
  });

  it.each(routesWithProject.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s returns the same bytes as for an unknown project',
    async (_, { method, path }) => {
      const ask = (projectId: string, deletionId: string) => {
        const filled = path.replace('{projectId}', projectId).replace('{deletionId}', deletionId);
        const route = filled.replace('/api/v1', '');
        if (method === 'PATCH') return stranger.patch(route, { name: 'Mine' });
        return stranger.send(method, method === 'DELETE' ? `${route}?mode=delete_contents` : route);
      };
      const foreign = await ask(project, deletion);
      const unknown = await ask(`${project.slice(0, -4)}0000`, `${deletion.slice(0, -4)}0000`);
      const impossible = await ask('nonsense', 'nonsense');
      expect(foreign.status).toBe(404);
      expect(foreign.bytes).toEqual(unknown.bytes);
      expect(foreign.bytes).toEqual(impossible.bytes);
      expect(headersOf(foreign.headers)).toEqual(headersOf(unknown.headers));
    },
  );

  it('accepts no resource of another workspace, and appears in no list', async () => {
    const submit = (project_id: string) => stranger.post('/jobs', propertiesOf(ubiquitin, { project_id }));
    const upload = (project_id: string) => stranger.upload('a.fasta', ubiquitin, { project_id });
    const move = (target_project_id: string) =>
      stranger.post('/projects/assignments', { target_project_id, resources: [{ type: 'job', ids: [job] }] });
    for (const ask of [submit, upload, move]) {
      const foreign = await ask(project);
      expect(foreign.status).toBe(404);
      expect(foreign.bytes).toEqual((await ask(`${project.slice(0, -4)}0000`)).bytes);
    }
    for (const list of ['/jobs', '/files', '/projects']) {
      expect((await stranger.get<List<Project>>(list)).body.data, list).toEqual([]);
    }
  });
});

/** Returns the headers that do not differ between any two responses. */
function headersOf(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit-.*|ratelimit)$/.test(name));
}
