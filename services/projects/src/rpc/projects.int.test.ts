import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { ProjectEvent, ProjectEventType } from '@rotamer/proto/projects/v1/project.ts';
import { describe, expect, it } from 'vitest';
import { MAX_PROJECTS } from '../project/project.ts';
import { startProjects } from '../testing/startProjects.ts';

describe('projects', () => {
  it('are created, read, changed, and listed newest first, each with its counts', async () => {
    const { projects, member } = await startProjects();
    const { scope, project, job, file, session } = member();
    const created = await projects.create({ name: 'Kinases', description: 'of mice' }, scope);
    expect(created).toMatchObject({ project: { name: 'Kinases', description: 'of mice', version: 1 } });
    expect(created.counts).toEqual({
      jobs: 0,
      files: 0,
      workflows: 0,
      workflowRuns: 0,
      studioSessions: 0,
      aiConversations: 0,
    });
    const { id } = created.project!;
    job(id);
    job(id);
    file(id);
    await session(id);
    const counts = { jobs: 2, files: 1, workflows: 0, workflowRuns: 0, studioSessions: 1, aiConversations: 0 };
    expect(await projects.get({ projectId: id }, scope)).toMatchObject({ project: created.project, counts });

    const updated = await projects.update({ projectId: id, name: 'Lipases', description: '' }, scope);
    expect(updated).toMatchObject({ project: { id, name: 'Lipases', version: 2 }, counts });
    expect(updated.project?.description).toBeUndefined();

    const newer = await project();
    const page = await projects.list({ limit: 1 }, scope);
    expect(page).toMatchObject({ projects: [{ project: { id: newer.id } }], hasMore: true });
    expect(await projects.list({ limit: 1, beforeId: newer.id }, scope)).toMatchObject({
      projects: [{ project: { id }, counts }],
      hasMore: false,
    });
  });

  it('are published with each change', async () => {
    const { db, projects, member } = await startProjects();
    const { scope } = member();
    const { project } = await projects.create({ name: 'Kinases' }, scope);
    await projects.update({ projectId: project!.id, name: 'Lipases' }, scope);
    await projects.update({ projectId: project!.id, name: 'Lipases' }, scope);
    const events = (await readOutbox(db, 10)).map(({ topic, key, value }) => ({
      topic,
      key,
      ...ProjectEvent.decode(value),
    }));
    expect(events).toMatchObject([
      { topic: 'projects.events.v1', key: project!.id, type: ProjectEventType.CREATED, project: { name: 'Kinases' } },
      { type: ProjectEventType.UPDATED, project: { name: 'Lipases', version: 2 } },
    ]);
    expect(events).toHaveLength(2);
  });

  it('are refused with invalid names or descriptions', async () => {
    const { projects, member } = await startProjects();
    const { scope } = member();
    for (const [path, request] of [
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(81) }],
      ['description', { name: 'a', description: 'x'.repeat(501) }],
    ] as const) {
      await expect(projects.create(request, scope)).rejects.toMatchObject({
        code: 'validation_error',
        details: { errors: [{ path }] },
      });
    }
  });

  it('are limited per workspace', async () => {
    const { db, projects, member } = await startProjects();
    const { workspaceId, scope } = member();
    await db.query(
      `insert into projects (id, workspace_id, name, created_at, updated_at)
       select 'proj_' || lpad(i::text, 26, '0'), $1, 'p', now(), now() from generate_series(1, $2) i`,
      [workspaceId, MAX_PROJECTS],
    );
    await expect(projects.create({ name: 'one more' }, scope)).rejects.toMatchObject({ code: 'conflict' });
    await expect(projects.create({ name: 'another workspace' }, member().scope)).resolves.toBeDefined();
  });

  it('of another workspace do not exist', async () => {
    const { projects, member } = await startProjects();
    const { id } = await member().project();
    const { scope, job } = member();
    const jobId = job();
    const ask = {
      get: (projectId: string) => projects.get({ projectId }, scope),
      update: (projectId: string) => projects.update({ projectId, name: 'mine' }, scope),
      checkOpen: (projectId: string) => projects.checkOpen({ projectId }, scope),
      delete: (projectId: string) => projects.delete({ projectId, mode: 'DELETION_MODE_UNASSIGN' }, scope),
      assign: (targetProjectId: string) =>
        projects.assign({ targetProjectId, groups: [{ type: 'RESOURCE_TYPE_JOB', ids: [jobId] }] }, scope),
    };
    for (const [name, call] of Object.entries(ask)) {
      for (const projectId of [id, newId('proj', new Date()), 'x\0']) {
        await expect(call(projectId), name).rejects.toMatchObject({ code: 'not_found', message: 'No such project.' });
      }
    }
    expect((await projects.list({ limit: 100 }, scope)).projects).toEqual([]);
  });

  it('accept exactly the callers that the table allows for each RPC', async () => {
    const { clientOf, operator, projects, member } = await startProjects();
    const { scope } = member();
    await expect(clientOf('runner').list({ limit: 1 }, scope)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(operator.create({ name: 'a' }, scope)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(projects.registerResource({ resourceId: 'a' }, scope)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
