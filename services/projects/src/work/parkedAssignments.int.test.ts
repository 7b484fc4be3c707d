import { makeDue } from '@rotamer/kit/testing/makeDue.ts';
import { MAX_TRIES } from '@rotamer/kit/work/failedWork.ts';
import { DeletionMode, DeletionStatus, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { describe, expect, it } from 'vitest';
import { startProjects } from '../testing/startProjects.ts';

/** Creates an assignment of a job that is dead-lettered because jobs kept failing. `repair` lets jobs work again and replays it. */
async function startParked() {
  const world = await startProjects();
  const { db, links, projects, carryOut } = world;
  const user = world.member();
  const [source, target, other] = [await user.project(), await user.project(), await user.project()];
  const job = user.job(source.id);
  links.fateOf = (method) => (method === 'setProject' ? 'failed' : 'ok');
  const groups = [{ type: ResourceType.JOB, ids: [job] }];
  await projects.assign({ targetProjectId: target.id, groups }, user.scope).catch(() => {});
  for (let i = 0; i < MAX_TRIES; i++) {
    await carryOut();
    await makeDue(db);
  }
  expect(await world.parked()).toHaveLength(1);
  const remove = async (projectId: string, mode: DeletionMode, targetProjectId?: string) => {
    const { id: deletionId } = await projects.delete({ projectId, mode, targetProjectId }, user.scope);
    await world.deleteAll();
    return { deletionId, read: () => projects.getDeletion({ deletionId }, user.scope) };
  };
  const repair = async () => {
    links.fateOf = () => 'ok';
    await db.query(`delete from failed_work where retry_at = 'infinity'`);
    await carryOut();
  };
  return { ...world, ...user, source, target, other, remove, repair };
}

describe('a deletion after a dead-lettered assignment', () => {
  it.each(['source', 'other'] as const)('completes for the %s project when its members are kept', async (which) => {
    const world = await startParked();
    const keep = await world.project('Keep');
    const { read } = await world.remove(world[which].id, DeletionMode.MOVE, keep.id);
    expect(await read()).toMatchObject({ status: DeletionStatus.COMPLETED });
    await world.repair();
    const home = which === 'other' ? world.target : keep;
    expect(await world.counts(home.id)).toMatchObject({ jobs: 1 });
  });

  it.each([
    ['with its contents', 'source', DeletionMode.DELETE_CONTENTS],
    ['that is the target', 'target', DeletionMode.MOVE],
  ] as const)('fails for a project %s, and completes when it is retried after the replay', async (_, which, mode) => {
    const world = await startParked();
    const keep = mode === DeletionMode.MOVE ? await world.project('Keep') : undefined;
    const { deletionId, read } = await world.remove(world[which].id, mode, keep?.id);
    expect(await read()).toMatchObject({
      status: DeletionStatus.FAILED,
      retryable: true,
      error: expect.stringContaining('Ask an operator to replay it'),
    });
    await world.repair();
    await world.projects.retryDeletion({ deletionId }, world.scope);
    await world.deleteAll();
    expect(await read()).toMatchObject({ status: DeletionStatus.COMPLETED });
    expect(await world.counts((keep ?? world.target).id)).toMatchObject({ jobs: 1 });
  });
});
