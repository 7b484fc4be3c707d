import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { DeletionMode, DeletionStatus, ProjectEventType, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { describe, expect, it } from 'vitest';
import { MAX_FAILURES } from '../deletion/deletion.ts';
import { startProjects } from '../testing/startProjects.ts';
import { deleteDue } from '../work/deleteProjects.ts';

const { MOVE, UNASSIGN, DELETE_CONTENTS } = DeletionMode;

/** Creates a workspace with a project that has members in every context. */
async function filledProject() {
  const world = await startProjects();
  const user = world.member();
  const { id } = await user.project();
  const other = await user.project('other');
  for (let i = 0; i < 25; i++) user.job(id);
  for (let i = 0; i < 3; i++) user.file(id);
  await user.session(id);
  const outside = user.job();
  return { ...world, ...user, id, other, outside };
}

describe('the deletion of a project', () => {
  it.each([
    [MOVE, { jobs: 25, files: 3, studioSessions: 1 }, 26, 3],
    [UNASSIGN, { jobs: 0, files: 0, studioSessions: 0 }, 26, 3],
    [DELETE_CONTENTS, { jobs: 0, files: 0, studioSessions: 0 }, 1, 0],
  ])('with %s leaves no member in the project', async (mode, inOther, jobsLeft, filesLeft) => {
    const { db, projects, scope, id, other, jobs, files, deleteAll, counts } = await filledProject();
    const targetProjectId = mode === MOVE ? other.id : undefined;
    const deletion = await projects.delete({ projectId: id, mode, targetProjectId }, scope);
    expect(deletion).toMatchObject({
      projectId: id,
      projectName: 'Kinases',
      mode,
      targetProjectId,
      status: DeletionStatus.PENDING,
      attemptCount: 0,
      retryable: false,
    });
    expect((await projects.get({ projectId: id }, scope)).counts).toMatchObject({ jobs: 25 });
    expect(await projects.delete({ projectId: id, mode, targetProjectId }, scope)).toEqual(deletion);

    await deleteAll();
    expect(await projects.getDeletion({ deletionId: deletion.id }, scope)).toMatchObject({
      status: DeletionStatus.COMPLETED,
      attemptCount: 1,
      completedAt: expect.any(Date),
    });
    await expect(projects.get({ projectId: id }, scope)).rejects.toMatchObject({ code: 'not_found' });
    expect(await counts(other.id)).toMatchObject(inOther);
    expect([jobs.held.size, files.held.size]).toEqual([jobsLeft, filesLeft]);
    const events = (await readOutbox(db, 100)).filter(({ key }) => key === id).map(({ type }) => type);
    expect(events).toEqual([ProjectEventType.CREATED, ProjectEventType.CLOSED, ProjectEventType.DELETED]);
  });

  it('names the problems of a request', async () => {
    const { projects, scope, id, other, member } = await filledProject();
    const foreign = await member().project();
    const refused = async (request: object, expected: object) =>
      expect(projects.delete({ projectId: id, ...request }, scope)).rejects.toMatchObject(expected);
    const target = { code: 'validation_error', details: { errors: [{ path: 'target_project_id' }] } };
    await refused({ mode: MOVE }, target);
    await refused({ mode: MOVE, targetProjectId: id }, target);
    await refused({ mode: UNASSIGN, targetProjectId: other.id }, target);
    await refused({}, { code: 'validation_error', details: { errors: [{ path: 'mode' }] } });
    await refused({ mode: MOVE, targetProjectId: foreign.id }, { code: 'not_found' });
    await projects.delete({ projectId: other.id, mode: UNASSIGN }, scope);
    await refused({ mode: MOVE, targetProjectId: other.id }, { code: 'conflict' });
    await projects.delete({ projectId: id, mode: UNASSIGN }, scope);
    await refused({ mode: DELETE_CONTENTS }, { code: 'conflict' });
    await expect(projects.getDeletion({ deletionId: 'pdel_\0' }, scope)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('fails after attempts at growing intervals, and completes when it is retried', async () => {
    const { links, projects, scope, id, later, deps, deleteAll } = await filledProject();
    const { id: deletionId } = await projects.delete({ projectId: id, mode: DELETE_CONTENTS }, scope);
    await expect(projects.retryDeletion({ deletionId }, scope)).rejects.toMatchObject({ code: 'conflict' });
    links.fateOf = (method) => (method === 'closeProject' ? 'call lost' : 'ok');
    for (let i = 1; i <= MAX_FAILURES; i++) {
      await deleteDue(deps);
      const deletion = await projects.getDeletion({ deletionId }, scope);
      expect(deletion).toMatchObject({ attemptCount: i, error: 'The service is temporarily unavailable.' });
      // Not due yet, so no attempt is made.
      await deleteDue(deps);
      expect((await projects.getDeletion({ deletionId }, scope)).attemptCount).toBe(i);
      later(300_000);
    }
    expect(await projects.getDeletion({ deletionId }, scope)).toMatchObject({
      status: DeletionStatus.FAILED,
      retryable: true,
    });
    expect(await projects.get({ projectId: id }, scope)).toBeDefined();

    links.fateOf = () => 'ok';
    expect(await projects.retryDeletion({ deletionId }, scope)).toMatchObject({
      status: DeletionStatus.PENDING,
      retryable: false,
    });
    await deleteAll();
    expect(await projects.getDeletion({ deletionId }, scope)).toMatchObject({
      status: DeletionStatus.COMPLETED,
      error: undefined,
    });
  });

  it('waits for assignments to the project, and for deletions that move members into it', async () => {
    const { links, projects, scope, project, job, id, other, carryOut, deleteAll, jobs } = await filledProject();
    const third = await project('third');
    const late = job();
    links.fateOf = (method) => (method === 'setProject' ? 'call lost' : 'ok');
    const groups = [{ type: ResourceType.JOB, ids: [late] }];
    await projects.assign({ targetProjectId: other.id, groups }, scope).catch(() => {});
    links.fateOf = () => 'ok';
    const move = await projects.delete({ projectId: id, mode: MOVE, targetProjectId: other.id }, scope);
    const last = await projects.delete({ projectId: other.id, mode: MOVE, targetProjectId: third.id }, scope);
    await deleteAll();
    const statusOf = async (deletionId: string) => (await projects.getDeletion({ deletionId }, scope)).status;
    expect([await statusOf(move.id), await statusOf(last.id)]).toEqual([
      DeletionStatus.PENDING,
      DeletionStatus.PENDING,
    ]);
    await carryOut();
    await deleteAll();
    expect([await statusOf(move.id), await statusOf(last.id)]).toEqual([
      DeletionStatus.COMPLETED,
      DeletionStatus.COMPLETED,
    ]);
    expect(jobs.held.get(late)?.projectId).toBe(third.id);
    expect((await projects.get({ projectId: third.id }, scope)).counts).toMatchObject({ jobs: 26, files: 3 });
  });

  it('does not wait behind another workspace with many deletions', async () => {
    const { projects, member, deps } = await startProjects();
    const [busy, quiet] = [member(), member()];
    for (let i = 0; i < 20; i++) {
      const { id } = await busy.project();
      for (let j = 0; j < 40; j++) busy.job(id);
      await projects.delete({ projectId: id, mode: UNASSIGN }, busy.scope);
    }
    const { id } = await quiet.project();
    quiet.job(id);
    const { id: deletionId } = await projects.delete({ projectId: id, mode: UNASSIGN }, quiet.scope);
    await deleteDue(deps);
    expect(await projects.getDeletion({ deletionId }, quiet.scope)).toMatchObject({ status: DeletionStatus.COMPLETED });
  });

  it('does not exist for another workspace', async () => {
    const { projects, scope, id, member } = await filledProject();
    const { id: deletionId } = await projects.delete({ projectId: id, mode: UNASSIGN }, scope);
    const stranger = member().scope;
    const unknown = { code: 'not_found', message: 'No such project deletion.' };
    await expect(projects.getDeletion({ deletionId }, stranger)).rejects.toMatchObject(unknown);
    await expect(projects.retryDeletion({ deletionId }, stranger)).rejects.toMatchObject(unknown);
  });
});
