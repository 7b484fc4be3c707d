import { randomUUID } from 'node:crypto';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { assign, deletedProject, newProject, readProject } from '@rotamer/test-support/projects.ts';
import type { Job, List, ProjectDeletion, Workflow, WorkflowRun } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import {
  describedProteins,
  publish,
  readRun,
  startRun,
  textOf,
  waitForRun,
  waitingForEach,
} from '@rotamer/test-support/workflows.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

const limits = { 'requests-per-minute': 6_000 };
const input_data = textOf('proteins', ubiquitin);

/** Creates a workspace with a project that holds a workflow and one of its runs, which has ended. */
async function filled() {
  const workspace = await newWorkspace({ credits: 100, limits });
  const { client } = workspace;
  const { workflow_id: workflow } = await publish(workspace, describedProteins);
  const project = await newProject(client);
  expect((await assign(client, project, { workflows: [workflow] })).status).toBe(200);
  const key = randomUUID();
  const start = () => startRun(client, workflow, { input_data, project_id: project.id }, key);
  const { id: run } = await waitForRun(client, (await start()).body.id);
  const listed = async (query: string) =>
    (await client.get<List<Workflow>>(`/workflows?${query}`)).body.data.map(({ id }) => id);
  const places = async () => [
    (await client.get<Workflow>(`/workflows/${workflow}`)).body.project_id,
    (await readRun(client, run)).project_id,
  ];
  return { ...workspace, project, workflow, run, start, listed, places };
}

describe.concurrent('workflows and their runs', () => {
  it("move between projects and out again; a new run joins its workflow's project", async () => {
    const { client, project, workflow, run, places, listed } = await filled();
    const other = await newProject(client, 'Other');
    expect(await places()).toEqual([project.id, project.id]);
    expect((await readProject(client, project)).counts).toMatchObject({ workflows: 1, workflow_runs: 1, jobs: 1 });
    for (const target of [other, null]) {
      const { body } = await assign(client, target, { workflows: [workflow], runs: [run] });
      expect(body.counts).toMatchObject({ workflows: 1, workflow_runs: 1, jobs: 0 });
      expect(await places()).toEqual([target?.id ?? null, target?.id ?? null]);
      const expected = target ? 1 : 0;
      expect((await readProject(client, other)).counts).toMatchObject({ workflows: expected, workflow_runs: expected });
      expect(await listed(`project_id=${other.id}`)).toEqual(target ? [workflow] : []);
      expect(await listed('unassigned=true')).toEqual(target ? [] : [workflow]);
    }
    // The jobs of the run stay in the project in which they started.
    expect((await readProject(client, project)).counts).toMatchObject({ workflows: 0, workflow_runs: 0, jobs: 1 });
    await assign(client, other, { workflows: [workflow] });
    const next = (await startRun(client, workflow, { input_data })).body;
    expect(next.project_id).toBe(other.id);
    const unknown = await assign(client, other, { runs: [run, `${run.slice(0, -4)}0000`] });
    expect(expectRefusal(unknown, 404, 'not_found').ids).toEqual([`${run.slice(0, -4)}0000`]);
    await waitForRun(client, next.id);
  });

  it('return 404 in an assignment by a member without a grant', async () => {
    const { project, workflow, run, places, newKey, clientWith } = await filled();
    const member = clientWith((await newKey({ role: 'member' })).key);
    for (const path of [`/workflows/${workflow}`, `/workflow-runs/${run}`])
      expectRefusal(await member.get(path), 404, 'not_found');
    const refused = await assign(member, await newProject(member, 'Mine'), { workflows: [workflow], runs: [run] });
    expect(expectRefusal(refused, 404, 'not_found').ids).toEqual([workflow, run]);
    expect(await places()).toEqual([project.id, project.id]);
  });

  it('stay without a project when theirs is deleted; a repeated start returns the same run', async () => {
    const { client, project, run, places, start } = await filled();
    await deletedProject(client, project, { mode: 'unassign' });
    expect(await places()).toEqual([null, null]);
    const again = await start();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ id: run, project_id: null });
  });

  it('go with a project to another', async () => {
    const { client, project, places } = await filled();
    const target = await newProject(client, 'Target');
    await deletedProject(client, project, { mode: 'move', target_project_id: target.id });
    expect(await places()).toEqual([target.id, target.id]);
    expect((await readProject(client, target)).counts).toMatchObject({ workflows: 1, workflow_runs: 1, jobs: 1 });
  });

  it('are deleted with their project: an active run is cancelled and refunded first', async () => {
    const { client, project, workflow, run, available, start, ...workspace } = await filled();
    const busy = (await publish(workspace, waitingForEach)).workflow_id;
    const peptides = Array.from({ length: 4 }, (_, n) => `>peptide_${n + 1}\nMKV`).join('\n');
    const body = { input_data: textOf('proteins', peptides), project_id: project.id };
    const active = (await startRun(client, busy, body)).body.id;
    await waitFor('a job of the run to be active', async () =>
      (await readRun(client, active)).jobs.some(({ status }) => status === 'ACTIVE'),
    );
    const deletion = await deletedProject(client, project, { mode: 'delete_contents' }, 90_000);
    expect(deletion.error).toBe(null);
    for (const path of [`/workflow-runs/${run}`, `/workflow-runs/${active}`, `/workflows/${workflow}`])
      expectRefusal(await client.get(path), 404, 'not_found');
    expectRefusal(await start(), 404, 'not_found');
    // A workflow outside the project loses only its run.
    expect((await client.get<Workflow>(`/workflows/${busy}`)).status).toBe(200);
    expect((await client.get<List<Job>>('/jobs')).body.data).toEqual([]);
    const { transfers } = (await workspace.admin.command('ledger show', { workspace: workspace.id })) as {
      transfers: { kind: string; hold_id: string | null }[];
    };
    const holds = (...kinds: string[]) =>
      transfers
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ hold_id }) => hold_id)
        .toSorted();
    expect(holds('post', 'void')).toEqual(holds('hold'));
    expect(await available()).toBeGreaterThan(90_000);
  });

  it('are not left in a project that is deleted while they are started', async () => {
    const { client, project, workflow } = await filled();
    const outside = await newProject(client, 'Outside');
    const begin = async (n: number) => {
      const project_id = n % 2 ? project.id : outside.id;
      return startRun(client, workflow, { input_data, project_id });
    };
    const first = Array.from({ length: 4 }, (_, n) => begin(n));
    const query = 'mode=delete_contents';
    const { body: deletion } = await client.send<ProjectDeletion>('DELETE', `/projects/${project.id}?${query}`);
    const answers = await Promise.all([...first, ...Array.from({ length: 4 }, (_, n) => begin(n))]);
    await waitFor(
      'the deletion',
      async () => {
        const { body } = await client.get<ProjectDeletion>(`/project-deletions/${deletion.id}`);
        return body.status === 'completed';
      },
      { timeoutMs: 90_000 },
    );
    for (const { status, body } of answers) {
      expect(status).toBeOneOf([202, 404, 409]);
      if (status === 202)
        expectRefusal(await client.get(`/workflow-runs/${(body as WorkflowRun).id}`), 404, 'not_found');
    }
    expect((await readProject(client, outside)).counts).toMatchObject({ workflow_runs: 0 });
  });
});
