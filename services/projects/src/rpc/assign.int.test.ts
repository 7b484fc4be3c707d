import { makeDue } from '@rotamer/kit/testing/makeDue.ts';
import { MAX_TRIES } from '@rotamer/kit/work/failedWork.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { AssignRequest } from '@rotamer/proto/projects/v1/projects.ts';
import { describe, expect, it } from 'vitest';
import { readFigures } from '../observeProjects.ts';
import type { Fate } from '../testing/memoryContext.ts';
import { startProjects } from '../testing/startProjects.ts';

const { JOB, FILE, STUDIO_SESSION, WORKFLOW } = ResourceType;

describe('an assignment', () => {
  it('moves resources of every type, each counted once, and the files of the jobs', async () => {
    const { projects, member } = await startProjects();
    const { scope, project, job, file, session, counts } = member();
    const target = await project();
    const [jobId, fileId, sessionId] = [job(), file(), await session()];
    file(undefined, jobId);
    const groups = [
      { type: JOB, ids: [jobId, jobId] },
      { type: FILE, ids: [fileId] },
      { type: JOB, ids: [jobId] },
      { type: STUDIO_SESSION, ids: [sessionId] },
    ];
    const answer = await projects.assign({ targetProjectId: target.id, groups, moveLinkedFiles: true }, scope);
    expect(answer).toMatchObject({ target: { id: target.id, name: target.name }, linkedFiles: 1 });
    expect(answer.counts).toMatchObject({ jobs: 1, files: 1, studioSessions: 1, workflows: 0 });
    expect(await counts(target.id)).toMatchObject({ jobs: 1, files: 2, studioSessions: 1 });

    const out = await projects.assign({ groups }, scope);
    expect(out).toMatchObject({ target: undefined, linkedFiles: 0, counts: { jobs: 1, files: 1 } });
    expect(await counts(target.id)).toMatchObject({ jobs: 0, files: 1, studioSessions: 0 });
  });

  it('names unknown and foreign ids, and moves nothing', async () => {
    const { db, projects, member } = await startProjects();
    const { scope, project, job, counts } = member();
    const target = await project();
    const known = job();
    const foreign = member().job();
    const groups = [
      { type: JOB, ids: [known, foreign, 'no visible ASCII'] },
      { type: WORKFLOW, ids: ['wf_1'] },
      { type: FILE, ids: [known] },
    ];
    await expect(projects.assign({ targetProjectId: target.id, groups }, scope)).rejects.toMatchObject({
      code: 'not_found',
      details: { ids: [foreign, 'no visible ASCII', 'wf_1', known] },
    });
    expect(await counts(target.id)).toMatchObject({ jobs: 0 });
    expect(await readFigures(db)).toMatchObject({ waiting: 0 });
  });

  it('names as many of thousands of missing ids as fit into a response, and counts the others', async () => {
    const { projects, member } = await startProjects();
    const ids = (group: number) => Array.from({ length: 500 }, (_, i) => `job_${group}_${i}`.padEnd(30, 'x'));
    const groups = Array.from({ length: 6 }, (_, group) => ({ type: JOB, ids: ids(group) }));
    const error = await projects.assign({ groups }, member().scope).catch((fault) => fault);
    expect(error.details.ids.length).toBeGreaterThan(100);
    expect(error.details.ids.length + error.details.more).toBe(3_000);
  });

  it('is refused with too many or invalid resources', async () => {
    const { projects, member } = await startProjects();
    const { scope } = member();
    const requests: [path: string, groups: AssignRequest['groups']][] = [
      ['resources', []],
      ['resources', Array(7).fill({ type: JOB, ids: ['job_1'] })],
      ['resources[0].ids', [{ type: JOB, ids: [] }]],
      ['resources[0].ids', [{ type: JOB, ids: Array(501).fill('job_1') }]],
      [
        'resources[1].type',
        [
          { type: JOB, ids: ['job_1'] },
          { type: ResourceType.UNSPECIFIED, ids: ['job_1'] },
        ],
      ],
    ];
    for (const [path, groups] of requests) {
      await expect(projects.assign({ groups }, scope)).rejects.toMatchObject({
        code: 'validation_error',
        details: { errors: [{ path }] },
      });
    }
  });

  it('to a project that is being deleted is a conflict', async () => {
    const { projects, member } = await startProjects();
    const { scope, project, job } = member();
    const { id } = await project();
    await projects.delete({ projectId: id, mode: DeletionMode.UNASSIGN }, scope);
    const groups = [{ type: JOB, ids: [job()] }];
    await expect(projects.assign({ targetProjectId: id, groups }, scope)).rejects.toMatchObject({ code: 'conflict' });
    await expect(projects.checkOpen({ projectId: id }, scope)).rejects.toMatchObject({ code: 'conflict' });
    await expect(projects.update({ projectId: id, name: 'x' }, scope)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each<Fate>(['call lost', 'answer lost'])(
    'that a service does not answer (%s) is completed by the loop',
    async (fate) => {
      const { db, links, projects, member, carryOut } = await startProjects();
      const { scope, project, job, session, counts } = member();
      const target = await project();
      const groups = [
        { type: JOB, ids: [job()] },
        { type: STUDIO_SESSION, ids: [await session()] },
      ];
      links.fateOf = (method) => (method === 'setProject' ? fate : 'ok');
      await expect(projects.assign({ targetProjectId: target.id, groups }, scope)).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(await readFigures(db)).toMatchObject({ waiting: 1 });
      await expect(carryOut()).rejects.toMatchObject({ code: 'service_unavailable' });

      links.fateOf = () => 'ok';
      await carryOut();
      expect(await counts(target.id)).toMatchObject({ jobs: 1, studioSessions: 1 });
      expect(await readFigures(db)).toMatchObject({ waiting: 0 });
    },
  );

  it('is dead-lettered when a service keeps failing, while other workspaces continue', async () => {
    const { db, links, member, projects, carryOut, parked } = await startProjects();
    const [broken, sound] = [member(), member()];
    links.fateOf = (method, workspaceId) =>
      method === 'setProject' && workspaceId === broken.workspaceId ? 'failed' : 'ok';
    const assign = ({ job, scope }: typeof sound) => projects.assign({ groups: [{ type: JOB, ids: [job()] }] }, scope);
    await expect(assign(broken)).rejects.toMatchObject({ code: 'service_unavailable' });
    for (let i = 0; i < MAX_TRIES; i++) {
      expect(await parked()).toEqual([]);
      await carryOut();
      await makeDue(db);
    }
    expect(await parked()).toMatchObject([{ group: 'carry-out', error: 'setProject failed' }]);
    expect(await carryOut()).toBe(0);
    await expect(assign(sound)).resolves.toBeDefined();
  });

  it('ends with the later one everywhere when two race, in any order of arrival', async () => {
    const { links, projects, member, carryOut } = await startProjects();
    const { scope, project, job, file, session, counts } = member();
    const [first, second] = [await project('first'), await project('second')];
    const groups = [
      { type: JOB, ids: [job()] },
      { type: FILE, ids: [file()] },
      { type: STUDIO_SESSION, ids: [await session()] },
    ];
    links.fateOf = (method) => (method === 'setProject' ? 'call lost' : 'ok');
    await projects.assign({ targetProjectId: first.id, groups }, scope).catch(() => {});
    links.fateOf = () => 'ok';
    await projects.assign({ targetProjectId: second.id, groups }, scope);
    await carryOut();
    expect(await counts(first.id)).toMatchObject({ jobs: 0, files: 0, studioSessions: 0 });
    expect(await counts(second.id)).toMatchObject({ jobs: 1, files: 1, studioSessions: 1 });
  });

  it('does not wait behind another workspace with many queued assignments', async () => {
    const { db, links, projects, member, carryOut } = await startProjects();
    const [busy, quiet] = [member(), member()];
    links.fateOf = (method) => (method === 'setProject' ? 'call lost' : 'ok');
    for (let i = 0; i < 60; i++) {
      await projects.assign({ groups: [{ type: JOB, ids: [busy.job()] }] }, busy.scope).catch(() => {});
    }
    await projects.assign({ groups: [{ type: JOB, ids: [quiet.job()] }] }, quiet.scope).catch(() => {});
    links.fateOf = () => 'ok';
    await carryOut();
    const { rows } = await db.query('select distinct workspace_id from operations');
    expect(rows).toEqual([{ workspace_id: busy.workspaceId }]);
  });
});
