import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { expect, it } from 'vitest';
import { startProjects } from '../testing/startProjects.ts';

const { STUDIO_SESSION: type } = ResourceType;

it('records a resource once where it starts, and removes one that is gone', async () => {
  const { operator, member } = await startProjects();
  const { scope, project, counts } = member();
  const [first, second] = [await project(), await project()];
  await operator.registerResource({ type, resourceId: 's/1', projectId: first.id }, scope);
  await operator.registerResource({ type, resourceId: 's/1', projectId: second.id }, scope);
  expect(await counts(first.id)).toMatchObject({ studioSessions: 1 });
  expect(await counts(second.id)).toMatchObject({ studioSessions: 0 });
  await operator.registerResource({ type, resourceId: 's/1', removed: true }, scope);
  await operator.registerResource({ type, resourceId: 's/1', removed: true }, scope);
  expect(await counts(first.id)).toMatchObject({ studioSessions: 0 });
});

it('refuses a project that is unknown or being deleted, and an invalid resource', async () => {
  const { operator, projects, member } = await startProjects();
  const { scope, project } = member();
  const foreign = await member().project();
  const closed = await project();
  await projects.delete({ projectId: closed.id, mode: DeletionMode.UNASSIGN }, scope);
  const register = (request: object) => operator.registerResource({ type, resourceId: 's', ...request }, scope);
  await expect(register({ projectId: foreign.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(register({ projectId: closed.id })).rejects.toMatchObject({ code: 'conflict' });
  await expect(register({ type: ResourceType.JOB })).rejects.toMatchObject({ code: 'validation_error' });
  await expect(register({ resourceId: 'x'.repeat(129) })).rejects.toMatchObject({ code: 'validation_error' });
  await expect(operator.registerResource({ type, resourceId: 's' })).rejects.toMatchObject({
    details: { errors: [{ path: 'workspace' }] },
  });
});

it('accepts no more resources of a workspace than the limit, also concurrently', async () => {
  const { db, operator, member } = await startProjects();
  const { scope, workspaceId } = member();
  await db.query(
    `insert into resources (workspace_id, type, id, project_seq)
     select $1, 'RESOURCE_TYPE_STUDIO_SESSION', n, 0 from generate_series(1, 99998) n`,
    [workspaceId],
  );
  const registrations = Array.from({ length: 5 }, (_, n) =>
    operator.registerResource({ type, resourceId: `s${n}` }, scope),
  );
  const answers = await Promise.allSettled(registrations);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await operator.registerResource({ type, resourceId: '1' }, scope);
});
