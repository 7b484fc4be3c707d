// @module-tag crashes

import { uploadKey } from '@rotamer/files/file/file.ts';
import { closeProject as closeInFiles } from '@rotamer/files/rpc/members/closeProject.ts';
import { createChangeJob } from '@rotamer/jobs/job/changeJob.ts';
import { closeProject as closeInJobs } from '@rotamer/jobs/rpc/members/closeProject.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import type { RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import type { Deps } from '@rotamer/projects/deps.ts';
import { contextsOf } from '@rotamer/projects/members.ts';
import { registryMembers } from '@rotamer/projects/registry/registry.ts';
import { deleteProject } from '@rotamer/projects/rpc/delete.ts';
import { startProjects } from '@rotamer/projects/testing/startProjects.ts';
import { deleteDue } from '@rotamer/projects/work/deleteProjects.ts';
import { DeletionMode, DeletionStatus, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { DeleteProjectRequest } from '@rotamer/proto/projects/v1/projects.ts';
import { describe, expect, it } from 'vitest';
import { CREDITS, MILLICREDITS_LEFT, startRealMembers } from './realMembers.ts';

/**
 * Calls between two crash points. Only crashes before a call are tried, because a crash after a call leaves the same
 * state as a crash before the next one. The short form skips crash points, and skips others in each mode.
 */
const STRIDE = long ? 1 : 10;

/** An upper bound of the calls of one deletion. */
const MANY = 200;

const signals = { send: () => {} };

async function startWorld() {
  const members = await startRealMembers();
  const projects = await startProjects({ jobs: members.jobs.members, files: members.files.members });
  return { ...members, projects };
}

type World = Awaited<ReturnType<typeof startWorld>>;
type Life = Awaited<ReturnType<typeof newLife>>;

/**
 * Creates a workspace whose project has jobs in every state, files and a session. The result of one job is saved to
 * another project.
 */
async function newLife({ jobs, files, projects, fill, settleDown }: World) {
  const { workspaceId, scope } = await jobs.member(CREDITS);
  const user = projects.member(workspaceId);
  const [project, target, other] = [await user.project(), await user.project(), await user.project()];
  const library = files.user({ workspaceId });
  const inProject = await fill(workspaceId, project.id);
  const upload = await library.upload('a.txt', 'in the project', { projectId: project.id });
  const kept = await library.upload('b.txt', 'elsewhere', { projectId: other.id });
  await user.session(project.id);
  await settleDown();
  const { files: saved } = await library.list();
  const reference = saved.find(({ jobId }) => jobId === inProject.paid)!;
  const groups = [{ type: ResourceType.FILE, ids: [reference.id] }];
  await projects.projects.assign({ targetProjectId: other.id, groups }, scope);
  return { workspaceId, scope, project, target, other, inProject, upload, kept, reference };
}

/** Repeats what the client and a restarted process do until the deletion is completed. */
async function finish({ projects }: World, { scope, project }: Life, request: DeleteProjectRequest) {
  // The client repeats its request, because it may have got no response.
  await projects.projects.delete(request, scope).catch((error) => expect(error.code).toBe('not_found'));
  const { rows } = await projects.db.query('select id from deletions where project_id = $1', [project.id]);
  const read = () => projects.projects.getDeletion({ deletionId: rows[0].id }, scope);
  for (let n = 0; n < 8 && (await read()).status !== DeletionStatus.COMPLETED; n++) {
    projects.later(600_000);
    await projects.deleteAll();
  }
  return read();
}

type Crashing = ReturnType<typeof injectCrash>;

type Dying = Deps & { log: Logger };

/** The process that crashes: projects, which carries out the deletion, or a service that it calls. */
const VICTIMS = {
  projects: ({ projects, jobs, files }: World, crashing: Crashing): Dying => {
    const db = crashing.db(projects.db);
    const workflows = crashing.neighbour(projects.workflows.members);
    const neighbours = { jobs: crashing.neighbour(jobs.members), files: crashing.neighbour(files.members) };
    return { ...projects.deps, db, contexts: contextsOf({ ...neighbours, workflows, registry: registryMembers(db) }) };
  },
  jobs: ({ projects, jobs, files }: World, crashing: Crashing): Dying => {
    const db = crashing.db(jobs.db);
    const billing = crashing.neighbour(jobs.billing.jobs);
    const changeJob = createChangeJob({ db, signals: { ...signals, on: () => () => {}, stop: async () => {} } });
    const close = closeInJobs({ db, billing, changeJob, clock: systemClock, signals: jobs.signals });
    const dying = { ...jobs.members, closeProject: (request: never) => close(request, aContext()) };
    return {
      ...projects.deps,
      contexts: contextsOf({
        workflows: projects.workflows.members,
        jobs: dying,
        files: files.members,
        registry: registryMembers(projects.db),
      }),
    };
  },
  files: ({ projects, jobs, files }: World, crashing: Crashing): Dying => {
    const close = closeInFiles({ ...files.deps, db: crashing.db(files.db) });
    const dying = { ...files.members, closeProject: (request: never) => close(request, aContext()) };
    return {
      ...projects.deps,
      contexts: contextsOf({
        workflows: projects.workflows.members,
        jobs: jobs.members,
        files: dying,
        registry: registryMembers(projects.db),
      }),
    };
  },
};

function aContext(caller = {}): RpcContext {
  const { signal } = new AbortController();
  return { caller, deadlineMs: Date.now() + 20_000, traceparent: '', signal, draining: signal, log: quietLog } as never;
}

/**
 * Runs a deletion until it crashes at some call. Projects and the services that it calls may then each have done a part
 * of it.
 */
async function deleteInto(deps: Dying, { scope }: Life, request: DeleteProjectRequest): Promise<void> {
  await deleteProject(deps)(request, aContext(scope.caller));
  while (await deleteDue(deps));
}

/** Expects that nothing is left of the project, and that its jobs cost as much as without a deletion. */
async function expectNothingLeft(world: World, life: Life, mode: DeletionMode): Promise<void> {
  const { jobs, files, projects } = world;
  const { workspaceId, scope, project, target, other, inProject, upload, kept, reference } = life;
  await world.settleDown();
  const { rows: placed } = await jobs.db.query('select id, project_id from jobs where workspace_id = $1', [
    workspaceId,
  ]);
  const saved = new Map((await files.user({ workspaceId }).list()).files.map((file) => [file.id, file.projectId]));
  const { counts } = (await projects.projects.get({ projectId: other.id }, scope))!;
  const keptBlob = uploadKey(workspaceId, kept.id);
  expect(await world.blobs(workspaceId)).toContain(keptBlob);
  if (mode === DeletionMode.DELETE_CONTENTS) {
    expect(placed).toEqual([]);
    expect([...saved]).toEqual([[kept.id, other.id]]);
    expect(counts).toMatchObject({ jobs: 0, files: 1 });
    expect(await world.blobs(workspaceId)).toEqual([keptBlob]);
  } else {
    const place = mode === DeletionMode.MOVE ? target.id : null;
    expect(new Map(placed.map((row) => [row.id, row.project_id]))).toEqual(
      new Map(Object.values(inProject).map((id) => [id, place])),
    );
    expect([saved.get(upload.id) ?? null, saved.get(reference.id)]).toEqual([place, other.id]);
    expect(counts).toMatchObject({ jobs: 0, files: 2 });
    const inTarget = { jobs: 6, files: 2, studioSessions: 1 };
    const expected = place ? inTarget : { jobs: 0, files: 0, studioSessions: 0 };
    expect((await projects.projects.get({ projectId: target.id }, scope)).counts).toMatchObject(expected);
  }
  for (const { members } of [jobs, files]) {
    expect(await members.countMembers({ workspaceId, projectIds: [project.id] })).toEqual({ counts: [] });
  }
  const resources = await projects.db.query('select from resources where project_id = $1', [project.id]);
  expect(resources.rowCount).toBe(0);
  await expect(projects.projects.get({ projectId: project.id }, scope)).rejects.toMatchObject({ code: 'not_found' });
  await expectPaid(world, workspaceId);
}

async function expectPaid({ jobs, endAll }: World, workspaceId: string): Promise<void> {
  await endAll(workspaceId);
  const { availableMillicredits } = await jobs.billing.jobs.getWorkspace({ workspaceId });
  expect(availableMillicredits).toBe(MILLICREDITS_LEFT);
  expect(await jobs.billing.operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 0 });
}

it('reports a settlement that billing refuses, and completes once that is repaired', async () => {
  const world = await startWorld();
  const { projects, jobs } = world;
  const life = await newLife(world);
  const { workspaceId, scope, project, inProject } = life;
  const request = { projectId: project.id, mode: DeletionMode.DELETE_CONTENTS };
  const { rows } = await jobs.db.query(
    `update jobs set hold_id = gen_random_uuid() from (select hold_id from jobs where id = $1) as old
     where id = $1 returning old.hold_id`,
    [inProject.metered],
  );
  const stuck = await finish(world, life, request);
  expect(stuck).toMatchObject({ status: DeletionStatus.FAILED, retryable: true, error: expect.stringMatching(/./) });
  const left = await jobs.db.query('select id from jobs where workspace_id = $1', [workspaceId]);
  expect(left.rows).toEqual([{ id: inProject.metered }]);

  await jobs.db.query('update jobs set hold_id = $2 where id = $1', [inProject.metered, rows[0].hold_id]);
  await projects.projects.retryDeletion({ deletionId: stuck.id }, scope);
  expect(await finish(world, life, request)).toMatchObject({ status: DeletionStatus.COMPLETED, error: undefined });
  await expectNothingLeft(world, life, request.mode);
});

const MODES = [DeletionMode.MOVE, DeletionMode.UNASSIGN, DeletionMode.DELETE_CONTENTS];

describe('a deletion whose process crashes at any call is completed and leaves nothing', () => {
  it.each(MODES.flatMap((mode, i) => Object.keys(VICTIMS).map((victim) => ({ mode, victim, first: 1 + 3 * i }))))(
    '$mode, $victim crashes',
    async ({ mode, victim, first }) => {
      const world = await startWorld();
      for (let crashAt = first; ; crashAt += STRIDE) {
        if (crashAt > MANY) throw new Error('the deletion never ends');
        const life = await newLife(world);
        const targetProjectId = mode === DeletionMode.MOVE ? life.target.id : undefined;
        const request = { projectId: life.project.id, mode, targetProjectId };
        const crashing = injectCrash(crashAt, 'after');
        const deps = VICTIMS[victim as keyof typeof VICTIMS](world, crashing);
        await deleteInto(deps, life, request).catch((error) => {
          if (!crashing.hasCrashed) throw error;
        });
        expect(await finish(world, life, request)).toMatchObject({
          status: DeletionStatus.COMPLETED,
          error: undefined,
        });
        await expectNothingLeft(world, life, mode);
        if (!crashing.hasCrashed) break;
      }
    },
    long ? 600_000 : 60_000,
  );
});
