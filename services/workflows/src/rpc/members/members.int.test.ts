import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { Access, RunEvent, RunEventType, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { deleteSome } from '../../membership/deleteSome.ts';
import { thin } from '../../testing/definitions.ts';
import { startWorkflows } from '../../testing/startWorkflows.ts';

const now = new Date();
const aProject = () => newId('proj', now);
const FASTA = '>a\nMKTAYIAK\n';
const described = () => ({ rows: { properties: [{ value: { name: 'a' } }] } });

/** Makes a workflow in a project, and the calls that the projects service makes. */
async function startWorld() {
  const world = await startWorkflows();
  const members = world.ask(MembersDefinition, 'projects');
  const projectId = aProject();
  const owner = await world.published(thin, {}, { projectId });
  const { workspaceId } = owner;
  const groups = (workflows: string[], runs: string[]) => [
    { type: ResourceType.WORKFLOW, ids: workflows },
    { type: ResourceType.WORKFLOW_RUN, ids: runs },
  ];
  return {
    ...world,
    members,
    owner,
    workspaceId,
    projectId,
    groups,
    assign: (seq: number, into: string | undefined, workflows: string[], runs: string[]) =>
      members.setProject({
        workspaceId,
        seq,
        projectId: into,
        groups: groups(workflows, runs),
        jobsWithFiles: [],
      }),
    close: (seq: number, closed: string, mode: DeletionMode, targetProjectId?: string) =>
      members.closeProject({ workspaceId, seq, projectId: closed, mode, targetProjectId }),
    /** Returns the types of a run's events, each with the project that the run was in then. */
    async events(runId: string): Promise<[string, string | undefined][]> {
      const told = (await readOutbox(world.db, 1_000)).map(({ value }) => RunEvent.decode(value));
      return told.filter(({ run }) => run!.id === runId).map(({ type, run }) => [type, run!.projectId]);
    },
    /** Returns the counted numbers of workflows and runs, after comparing them with the rows. */
    async counts(id: string): Promise<[number, number]> {
      const { counts } = await members.countMembers({ workspaceId, projectIds: [id] });
      const of = (wanted: ResourceType) => counts.find(({ type }) => type === wanted)?.count ?? 0;
      const { rows } = await world.db.query(
        `select (select count(*)::int from workflows where project_id = $1) as workflows,
           (select count(*)::int from runs where project_id = $1) as runs`,
        [id],
      );
      const counted: [number, number] = [of(ResourceType.WORKFLOW), of(ResourceType.WORKFLOW_RUN)];
      expect(counted).toEqual([rows[0].workflows, rows[0].runs]);
      return counted;
    },
  };
}

describe('a workflow and its runs', () => {
  it('are counted in their project, and each is moved separately', async () => {
    const { owner, counts, projectId, assign, members, workspaceId, groups, events } = await startWorld();
    const runId = await owner.start({ proteins: FASTA });
    expect(await counts(projectId)).toEqual([1, 1]);
    const asked = groups([owner.workflowId], [runId, newId('run', now)]);
    const { groups: found } = await members.findMembers({ workspaceId, groups: asked }, owner.scope);
    expect(found).toEqual(groups([owner.workflowId], [runId]));
    const elsewhere = members.findMembers({ workspaceId: 'ws_other', groups: asked }, owner.scope);
    expect(await elsewhere).toEqual({ groups: groups([], []) });

    const other = aProject();
    await assign(2, other, [], [runId]);
    expect([await counts(projectId), await counts(other)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    await assign(1, projectId, [owner.workflowId], [runId]);
    expect(await counts(other), 'an earlier operation that comes late').toEqual([0, 1]);
    await assign(3, undefined, [owner.workflowId], [runId]);
    expect((await events(runId)).slice(-2)).toEqual([
      [RunEventType.MOVED, other],
      [RunEventType.MOVED, undefined],
    ]);
    expect([await counts(projectId), await counts(other)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('are found only for users who may read them; other users cannot move or detect them', async () => {
    const { owner, members, operator, user, workflows, workspaceId, groups } = await startWorld();
    const { workflowId } = owner;
    const runId = await owner.start({ proteins: FASTA });
    const member = user({ workspaceId });
    const found = async (runs = [runId]) =>
      (await members.findMembers({ workspaceId, groups: groups([workflowId], runs) }, member.scope)).groups;
    const grant = (access: Access) => operator.grant({ workspaceId, workflowId, userId: member.userId, access });

    await expect(workflows.get({ workflowId }, member.scope)).rejects.toMatchObject({ code: 'not_found' });
    expect(await found()).toEqual(groups([], []));
    await grant(Access.RUN);
    expect(await found()).toEqual(groups([workflowId], [runId]));
    const ownRun = await owner.start({ proteins: FASTA }, {}, member.scope);
    await grant(Access.UNSPECIFIED);
    expect(await found([runId, ownRun])).toEqual(groups([], [ownRun]));
  });

  it('launch their next jobs in the project that the run is in by then', async () => {
    const { owner, assign, settle, jobs } = await startWorld();
    const runId = await owner.start({ proteins: FASTA });
    const other = aProject();
    await assign(1, other, [], [runId]);
    await settle();
    expect(jobs.active().map(({ request }) => request.projectId)).toEqual([other]);
  });

  it('launch jobs that waited for a place in the project that the run is in by then', async () => {
    const { owner, assign, settle, jobs, makeDue } = await startWorld();
    jobs.limits.concurrent = 0;
    const runId = await owner.start({ proteins: FASTA });
    await settle();
    const other = aProject();
    await assign(1, other, [], [runId]);
    jobs.limits.concurrent = 100;
    await makeDue();
    await settle();
    expect(jobs.active().map(({ request }) => request.projectId)).toEqual([other]);
  });
});

describe('a child that is submitted to a project that is being deleted', () => {
  it('is submitted again, since its run may have been moved meanwhile', async () => {
    const { owner, assign, settle, jobs, makeDue, projectId } = await startWorld();
    jobs.deletedProjects.add(projectId);
    const runId = await owner.start({ proteins: FASTA });
    await settle();
    expect(jobs.active()).toEqual([]);
    const other = aProject();
    await assign(1, other, [], [runId]);
    await makeDue();
    await settle();
    expect(jobs.active().map(({ request }) => request.projectId)).toEqual([other]);
  });
});

describe('a project that is deleted', () => {
  it('moves its workflows and runs to another project, and later additions too', async () => {
    const { owner, counts, projectId, close } = await startWorld();
    await owner.start({ proteins: FASTA });
    const target = aProject();
    expect(await close(1, projectId, DeletionMode.MOVE, target)).toEqual({ done: true });
    expect(await counts(target)).toEqual([1, 1]);
    const late = await owner.start({ proteins: FASTA }, { projectGiven: true, projectId });
    expect((await owner.run(late)).run!.projectId).toBe(target);
    expect(await close(2, target, DeletionMode.UNASSIGN)).toEqual({ done: true });
    expect((await owner.run(late)).run!.projectId).toBeUndefined();
  });

  it('ends active runs and deletes workflows with their runs in any project', async () => {
    const { owner, counts, projectId, close, assign, settle, jobs, db, events } = await startWorld();
    const [ended, elsewhere] = [await owner.start({ proteins: FASTA }), await owner.start({ proteins: FASTA })];
    await settle(described);
    const active = await owner.start({ proteins: FASTA });
    await settle();
    const other = aProject();
    await assign(1, other, [], [elsewhere]);
    expect((await owner.run(ended)).run!.status).toBe(RunStatus.COMPLETED);
    expect((await owner.run(active)).run!.status).toBe(RunStatus.RUNNING);
    expect(await counts(other)).toEqual([0, 1]);

    let done = false;
    for (let n = 0; n < 10 && !done; n++) {
      ({ done } = await close(2, projectId, DeletionMode.DELETE_CONTENTS));
      await settle();
    }
    expect(done).toBe(true);
    expect(jobs.active()).toEqual([]);
    expect([await counts(projectId), await counts(other)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    for (const id of [ended, elsewhere, active]) {
      await expect(owner.run(id)).rejects.toMatchObject({ code: 'not_found' });
      expect((await events(id)).filter(([type]) => type === RunEventType.DELETED)).toHaveLength(1);
    }
    for (const table of ['workflows', 'revisions', 'runs', 'attempts', 'nodes', 'items', 'children', 'submissions']) {
      expect((await db.query(`select from ${table}`)).rowCount, table).toBe(0);
    }
  });

  it('deletes run by run, and leaves the rest to the next call when time runs out', async () => {
    const { owner, counts, projectId, workspaceId, settle, deps } = await startWorld();
    for (let n = 0; n < 3; n++) await owner.start({ proteins: FASTA });
    await settle(described);
    const late = { deadlineMs: Date.now() };
    for (const left of [2, 1, 0]) {
      await deleteSome(deps, { workspaceId, projectId }, late);
      expect(await counts(projectId)).toEqual([1, left]);
    }
    await deleteSome(deps, { workspaceId, projectId });
    expect(await counts(projectId)).toEqual([0, 0]);
  });

  it('keeps no run when it is deleted with its contents during many starts and retries', async () => {
    const { owner, counts, projectId, close, settle, jobs, db, workflows } = await startWorld();
    const ended = await owner.start({ proteins: FASTA });
    await settle(described);
    const outside = aProject();
    const place = [{}, { projectGiven: true, projectId }, { projectGiven: true, projectId: outside }];
    const retry = { submissionId: randomUUID(), runId: ended, mode: 'ATTEMPT_MODE_FROM_START' as const };
    const attempts = [
      ...Array.from({ length: 12 }, (_, n) => owner.start({ proteins: FASTA }, place[n % place.length])),
      workflows.retry(retry, owner.scope),
    ];
    const [outcomes] = await Promise.all([
      Promise.allSettled(attempts),
      close(1, projectId, DeletionMode.DELETE_CONTENTS),
      close(1, projectId, DeletionMode.DELETE_CONTENTS),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBeOneOf(['conflict', 'not_found']);
    await settle();
    let done = false;
    for (let n = 0; n < 20 && !done; n++) {
      ({ done } = await close(1, projectId, DeletionMode.DELETE_CONTENTS));
      await settle();
    }
    expect(done).toBe(true);
    expect([await counts(projectId), await counts(outside)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect((await db.query('select from runs')).rowCount).toBe(0);
    expect(jobs.active()).toEqual([]);
  });

  it('takes no new run, nor a run of its workflows, when it is deleted with its contents', async () => {
    const { owner, projectId, close, settle } = await startWorld();
    const runId = await owner.start({ proteins: FASTA });
    await settle();
    await close(1, projectId, DeletionMode.DELETE_CONTENTS);
    const outside = { projectGiven: true };
    await expect(owner.start({ proteins: FASTA }, outside)).rejects.toMatchObject({ code: 'conflict' });
    await expect(owner.start({ proteins: FASTA })).rejects.toMatchObject({ code: 'conflict' });
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.CANCELLED);
  });
});
