import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import type { List, Workflow } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { describedProteins, newUser, publish, startRun, textOf } from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
});

const list = async ({ client }: Pick<Workspace, 'client'>) =>
  (await client.get<List<Workflow>>('/workflows')).body.data.map(({ id }) => id);

const broken = { ...describedProteins, edges: [{ source: 'proteins', target: 'nobody' }] };

describe('a workflow', () => {
  it('is published by an operator, listed newest first, and shown with its definition', async () => {
    const one = await publish(workspace, describedProteins, { name: 'One', settings: { max_credits: 5 } });
    const other = await publish(workspace, describedProteins, { name: 'Other' });
    expect(await list(workspace)).toEqual([other.workflow_id, one.workflow_id]);
    const { body } = await workspace.client.get<Workflow>(`/workflows/${one.workflow_id}`);
    expect(body).toMatchObject({
      name: 'One',
      project_id: null,
      revision_id: one.revision_id,
      revision_number: 1,
      access: 'edit',
      definition: describedProteins,
      settings: { max_credits: 5 },
    });
  });

  it('gets revisions, of which a run names the expected one', async () => {
    const { client } = workspace;
    const first = await publish(workspace, describedProteins);
    const second = await publish(workspace, describedProteins, { workflow: first.workflow_id });
    expect(second.workflow_id).toBe(first.workflow_id);
    const { body } = await client.get<Workflow>(`/workflows/${first.workflow_id}`);
    expect(body).toMatchObject({ revision_id: second.revision_id, revision_number: 2 });
    const input_data = textOf('proteins', ubiquitin);
    const stale = await startRun(client, first.workflow_id, { input_data, expected_revision_id: first.revision_id });
    expectRefusal(stale, 409, 'conflict');
    const run = await startRun(client, first.workflow_id, { input_data, expected_revision_id: second.revision_id });
    expect(run.body.revision_id).toBe(second.revision_id);
  });

  it('with an invalid definition is not published', async () => {
    await expect(publish(workspace, broken)).rejects.toThrow('validation_error');
    await expect(publish(workspace, describedProteins, { workflow: 'wf_nothing' })).rejects.toThrow('not_found');
  });

  it('validates as a draft without changing anything', async () => {
    const { workflow_id, revision_id } = await publish(workspace, describedProteins);
    const validate = (definition: unknown) =>
      workspace.client.post<Record<string, unknown>>(`/workflows/${workflow_id}/validate`, { definition });
    expect((await validate(describedProteins)).body).toMatchObject({ object: 'workflow_validation', valid: true });
    const { body } = await validate(broken);
    expect(body).toMatchObject({ valid: false, limit_violations: [] });
    expect(body.graph_errors).not.toEqual([]);
    expectProblem(await validate('nonsense'), 'definition');
    const after = await workspace.client.get<Workflow>(`/workflows/${workflow_id}`);
    expect(after.body.revision_id).toBe(revision_id);
  });
});

describe('a grant', () => {
  it('of view, run or edit lets a member do one more thing each', async () => {
    const { workflow_id: workflow } = await publish(workspace, describedProteins);
    const member = await newUser(workspace);
    const grant = (word: string) =>
      workspace.admin.command('workflow grant', { workspace: workspace.id, workflow, user: member.id, grant: word });
    const see = () => member.client.get<Workflow>(`/workflows/${workflow}`);
    const start = () => startRun(member.client, workflow, { input_data: textOf('proteins', ubiquitin) });
    const validate = () => member.client.post(`/workflows/${workflow}/validate`, { definition: describedProteins });

    expectRefusal(await see(), 404, 'not_found');
    expectRefusal(await start(), 404, 'not_found');
    expect(await list(member)).toEqual([]);

    expect(await grant('view')).toEqual({ workflow_id: workflow, user_id: member.id, grant: 'view' });
    expect((await see()).body.access).toBe('view');
    expect(await list(member)).toEqual([workflow]);
    expectRefusal(await start(), 403, 'forbidden');
    expectRefusal(await validate(), 403, 'forbidden');

    await grant('run');
    expect((await see()).body.access).toBe('run');
    expect((await start()).status).toBe(202);
    expectRefusal(await validate(), 403, 'forbidden');

    await grant('edit');
    expect((await validate()).status).toBe(200);

    await grant('none');
    expectRefusal(await see(), 404, 'not_found');
  });

  it('gives a viewer view access only, at any level', async () => {
    const { workflow_id: workflow } = await publish(workspace, describedProteins);
    const viewer = await newUser(workspace, 'viewer');
    await workspace.admin.command('workflow grant', {
      workspace: workspace.id,
      workflow,
      user: viewer.id,
      grant: 'edit',
    });
    expect((await viewer.client.get<Workflow>(`/workflows/${workflow}`)).body.access).toBe('view');
    const start = await startRun(viewer.client, workflow, { input_data: textOf('proteins', ubiquitin) });
    expectRefusal(start, 403, 'forbidden');
  });

  it('is refused for a workflow of another workspace', async () => {
    const { workflow_id } = await publish(workspace, describedProteins);
    const other = await newWorkspace();
    const { id: user } = await newUser(other);
    const options = { workspace: other.id, workflow: workflow_id, user, grant: 'view' };
    await expect(other.admin.command('workflow grant', options)).rejects.toThrow('not_found');
  });
});
