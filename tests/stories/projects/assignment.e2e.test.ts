import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { assign, newProject, readProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { File, Job, JobResult, List } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
});

async function newJob(): Promise<string> {
  const { client } = workspace;
  const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  await waitForSettled(client, [id]);
  return id;
}

async function newFile(): Promise<string> {
  return (await workspace.client.upload<File>('a.fasta', ubiquitin)).body.id;
}

async function projectOfJob(id: string): Promise<string | null> {
  const { data } = (await workspace.client.get<List<Job>>('/jobs?limit=100')).body;
  return data.find((job) => job.id === id)!.project_id;
}

async function projectOfFile(id: string): Promise<string | null> {
  return (await workspace.client.get<File>(`/files/${id}`)).body.project_id;
}

/** Returns the inputs and outputs of a job in the file library, once all are recorded. */
async function filesOf(jobId: string): Promise<string[]> {
  const { client } = workspace;
  const result = (await client.get<JobResult>(`/results/${jobId}`)).body;
  return waitFor('the files of a job', async () => {
    const { data } = (await client.get<List<File>>('/files?limit=100')).body;
    const files = data.filter((file) => file.job_id === jobId);
    return files.length > result.files.length && files.map(({ id }) => id);
  });
}

describe('an assignment', () => {
  it('moves jobs and files into a project, to another, and out again', async () => {
    const { client } = workspace;
    const [one, other] = [await newProject(client, 'One'), await newProject(client, 'Other')];
    const [job, file] = [await newJob(), await newFile()];
    for (const target of [one, other, null]) {
      const { status, body } = await assign(client, target, { jobs: [job], files: [file] });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        target_project: target && { id: target.id, name: target.name },
        counts: { jobs: 1, files: 1, workflows: 0 },
        linked_file_count: 0,
      });
      expect([await projectOfJob(job), await projectOfFile(file)]).toEqual([target?.id ?? null, target?.id ?? null]);
      for (const project of [one, other]) {
        const { counts } = await readProject(client, project);
        const expected = project === target ? 1 : 0;
        expect([counts.jobs, counts.files]).toEqual([expected, expected]);
      }
    }
  });

  it('moves the files of jobs too on request, and counts them', async () => {
    const { client } = workspace;
    const project = await newProject(client);
    const job = await newJob();
    const files = await filesOf(job);
    expect((await assign(client, project, { jobs: [job] })).body.linked_file_count).toBe(0);
    for (const file of files) expect(await projectOfFile(file)).toBe(null);
    const { body } = await assign(client, project, { jobs: [job], linked: true });
    expect(body.linked_file_count).toBe(files.length);
    for (const file of files) expect(await projectOfFile(file)).toBe(project.id);
    expect((await readProject(client, project)).counts).toMatchObject({ jobs: 1, files: files.length });
  });

  it('counts a resource once that is listed twice', async () => {
    const { client } = workspace;
    const project = await newProject(client);
    const file = await newFile();
    const group = { type: 'file', ids: [file, file] };
    const answer = await client.post('/projects/assignments', {
      target_project_id: project.id,
      resources: [group, group],
    });
    expect(answer.body).toMatchObject({ counts: { files: 1 } });
  });

  it('moves nothing when a resource is unknown, foreign or impossible, and names each such one', async () => {
    const { client } = workspace;
    const project = await newProject(client);
    const [job, file] = [await newJob(), await newFile()];
    const stranger = (await newWorkspace()).client;
    const foreign = (await stranger.upload<File>('a.fasta', ubiquitin)).body.id;
    const missing = [foreign, `${file.slice(0, -4)}0000`, 'nonsense', job];
    const answer = await assign(client, project, { jobs: [job], files: [file, ...missing] });
    expect((expectRefusal(answer, 404, 'not_found').ids as string[]).toSorted()).toEqual(missing.toSorted());
    for (const type of ['workflow', 'workflow_run', 'studio_session', 'ai_conversation']) {
      const resources = [
        { type: 'job', ids: [job] },
        { type, ids: ['nobody'] },
      ];
      const refused = await client.post('/projects/assignments', { target_project_id: project.id, resources });
      expect(expectRefusal(refused, 404, 'not_found').ids, type).toEqual(['nobody']);
    }
    expect([await projectOfJob(job), await projectOfFile(file)]).toEqual([null, null]);
    expect((await readProject(client, project)).counts).toMatchObject({ jobs: 0, files: 0 });
    const { project_id } = (await stranger.get<File>(`/files/${foreign}`)).body;
    expect(project_id).toBe(null);
  });

  it('to an unknown project moves nothing', async () => {
    const { client } = workspace;
    const file = await newFile();
    for (const id of ['proj_00000000000000000000000000', 'nonsense']) {
      expectRefusal(await assign(client, { id }, { files: [file] }), 404, 'not_found');
    }
    expect(await projectOfFile(file)).toBe(null);
  });
});

describe('two assignments of the same resources at once', () => {
  it('put all of them into one of the two projects', async () => {
    const { client } = workspace;
    const [one, other] = [await newProject(client, 'One'), await newProject(client, 'Other')];
    const [job, file] = [await newJob(), await newFile()];
    for (let n = 0; n < 5; n++) {
      const answers = await Promise.all([one, other].map((to) => assign(client, to, { jobs: [job], files: [file] })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const ends = [await projectOfJob(job), await projectOfFile(file)];
      expect(new Set(ends).size).toBe(1);
      expect(ends[0]).toBeOneOf([one.id, other.id]);
    }
  });
});
