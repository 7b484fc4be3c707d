import { startSignals } from '@rotamer/kit/db/signals.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { DeletionMode, DeletionStatus, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startProjects } from '../testing/startProjects.ts';
import { startCarryingOut } from './carryOut.ts';
import { deleteDue, startDeleting } from './deleteProjects.ts';

it('completes interrupted calls without further requests, on any replica', async () => {
  const { db, url, deps, links, projects, member } = await startProjects();
  const { scope, project, job, counts } = member();
  const [closing, target] = [await project(), await project()];
  for (let i = 0; i < 30; i++) job(closing.id);
  links.fateOf = (method) => (method === 'setProject' ? 'call lost' : 'ok');
  const groups = [{ type: ResourceType.JOB, ids: [job()] }];
  await expect(projects.assign({ targetProjectId: closing.id, groups }, scope)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  links.fateOf = () => 'ok';
  const { id: deletionId } = await projects.delete(
    { projectId: closing.id, mode: DeletionMode.MOVE, targetProjectId: target.id },
    scope,
  );

  const signals = startSignals({ url, db, log: quietLog });
  onTestFinished(signals.stop);
  for (let replica = 0; replica < 2; replica++) {
    onTestFinished(startCarryingOut(deps).stop);
    onTestFinished(startDeleting({ ...deps, signals, url }).stop);
  }
  await eventually(async () => {
    const { status, attemptCount } = await projects.getDeletion({ deletionId }, scope);
    return status === DeletionStatus.COMPLETED && attemptCount === 1;
  });
  expect(await counts(target.id)).toMatchObject({ jobs: 31 });
});

it('calls every context in one pass, also when each is slow to report that nothing is left', async () => {
  const { deps, projects, member } = await startProjects();
  const { scope, project } = member();
  const { id: projectId } = await project();
  const { id: deletionId } = await projects.delete({ projectId, mode: DeletionMode.UNASSIGN }, scope);
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const contexts = deps.contexts.map(({ members, ...context }) => ({
    ...context,
    members: {
      ...members,
      closeProject: (...args: Parameters<typeof members.closeProject>) => {
        now += 3_000;
        return members.closeProject(...args);
      },
    },
  }));
  await deleteDue({ ...deps, contexts });
  expect(await projects.getDeletion({ deletionId }, scope)).toMatchObject({ status: DeletionStatus.COMPLETED });
});
