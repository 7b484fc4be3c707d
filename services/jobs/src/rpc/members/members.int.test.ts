import { randomUUID } from 'node:crypto';
import { systemClock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { holdLocks, waitForBlocked } from '@rotamer/kit/testing/holdLocks.ts';
import { type Job, JobEvent, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteSomeJobs } from '../../membership/deleteSomeJobs.ts';
import { createAcceptJob } from '../../submit/acceptJobs.ts';
import { anAcceptance } from '../../testing/anAcceptance.ts';
import { aMeteredSubmission, aSubmission, startJobs } from '../../testing/startJobs.ts';
import { retireJobs } from '../../work/retention.ts';

const now = new Date();
const aProject = () => newId('proj', now);
const ofJobs = (ids: string[]) => [{ type: ResourceType.JOB, ids }];

type World = Awaited<ReturnType<typeof startWorld>>;

/** The jobs service with a workspace of 100 credits, and the calls of projects. */
async function startWorld() {
  const jobs = await startJobs();
  const { workspaceId, scope } = await jobs.member(100);
  const acceptJob = createAcceptJob(jobs.db, systemClock);
  return {
    ...jobs,
    workspaceId,
    scope,
    acceptJob,
    /** Accepts a free job without billing; returns undefined when its project refuses it. */
    async put(projectId?: string): Promise<string | undefined> {
      const { job, verdict } = await acceptJob(anAcceptance(workspaceId, projectId));
      return verdict === 'accepted' ? job.id : undefined;
    },
    assign: (seq: number, ids: string[], projectId?: string) =>
      jobs.members.setProject({ workspaceId, seq, projectId, groups: ofJobs(ids), jobsWithFiles: [] }),
    /** Closes a project and repeats the call until its members are gone. */
    async close(seq: number, projectId: string, mode: DeletionMode, targetProjectId?: string): Promise<void> {
      for (let n = 0; n < 100; n++) {
        const { done } = await jobs.members.closeProject({ workspaceId, seq, projectId, mode, targetProjectId });
        if (done) return;
      }
      throw new Error(`${projectId} is never done`);
    },
    async counts(projectIds: string[]): Promise<Record<string, number>> {
      const { counts } = await jobs.members.countMembers({ workspaceId, projectIds });
      expect(counts.every(({ type }) => type === ResourceType.JOB)).toBe(true);
      return Object.fromEntries(counts.map(({ projectId, count }) => [projectId, count]));
    },
    async counted(): Promise<Record<string, number>> {
      const { rows } = await jobs.db.query(
        `select project_id, count(*) as jobs from jobs where project_id is not null and workspace_id = $1 group by 1`,
        [workspaceId],
      );
      return Object.fromEntries(rows.map((row) => [row.project_id, row.jobs]));
    },
    async placeOf(id: string): Promise<string | null | undefined> {
      const { rows } = await jobs.db.query('select project_id from jobs where id = $1', [id]);
      return rows[0]?.project_id;
    },
  };
}

async function eventsOf(db: Db): Promise<Map<string, { type: string; job: Job }[]>> {
  const events = (await readOutbox(db, 100_000)).map(({ value }) => JobEvent.decode(value));
  return Map.groupBy(
    events.map(({ type, job }) => ({ type, job: job! })),
    ({ job }) => job.id,
  );
}

describe('a job that is moved', () => {
  it('is published with a new version and is otherwise unchanged, in any status', async () => {
    const { jobs, leases, scope, claimOne, assign, getJob, db } = await startWorld();
    const { job: ended } = await jobs.submit(aSubmission(), scope);
    const lease = await claimOne();
    await leases.complete({ ...lease, outcome: AttemptOutcome.FAILED, error: 'x', runtimeMs: 1 });
    const { job: running } = await jobs.submit(aSubmission(), scope);
    await claimOne();
    const { job: waiting } = await jobs.submit(aSubmission(), scope);
    const ids = [ended!.id, running!.id, waiting!.id];
    const before = await Promise.all(ids.map((id) => getJob(id, scope)));
    const projectId = aProject();
    expect(await assign(3, ids, projectId)).toEqual({ linkedFiles: 0 });
    const after = await Promise.all(ids.map((id) => getJob(id, scope)));
    expect(after).toEqual(before.map((job) => ({ ...job, projectId, projectSeq: 3, version: job.version + 1 })));
    const events = await eventsOf(db);
    for (const job of after) {
      expect(events.get(job.id)!.at(-1)).toMatchObject({ type: JobEventType.MOVED, job: { ...job, billing: {} } });
    }
    await assign(3, ids, projectId);
    expect(await Promise.all(ids.map((id) => getJob(id, scope))), 'repeated').toEqual(after);
    await leases.heartbeat({ ...lease, runtimeMs: 1 }).catch(() => {});
    await assign(4, ids);
    expect((await getJob(waiting!.id, scope)).projectId).toBeUndefined();
  });

  it('ends in the project of the latest operation when operations arrive in any order', async () => {
    const world = await startWorld();
    const projects = [aProject(), aProject(), undefined];
    const ids = (await Promise.all(Array.from({ length: 12 }, () => world.put()))) as string[];
    let seq = 1;
    const operation = fc.record({ project: fc.nat(2), of: fc.subarray(ids, { minLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 6 }), async (operations) => {
        const numbered = operations.map(({ project, of }) => ({ seq: seq++, of, project: projects[project] }));
        const expected = new Map<string, string | undefined>();
        for (const { of, project } of numbered) for (const id of of) expected.set(id, project);
        await Promise.all([...numbered].reverse().map(({ seq: n, of, project }) => world.assign(n, of, project)));
        for (const [id, project] of expected) expect(await world.placeOf(id)).toBe(project ?? null);
      }),
      { numRuns: 15 },
    );
    expect(await world.counts([projects[0]!, projects[1]!])).toEqual(await world.counted());
  });

  it('cannot be found or moved by other workspaces', async () => {
    const { members, put, workspaceId, placeOf } = await startWorld();
    const id = (await put())!;
    const groups = [...ofJobs([id, newId('job', now), 'nonsense\0']), { type: ResourceType.FILE, ids: [id] }];
    expect(await members.findMembers({ workspaceId, groups })).toEqual({ groups: ofJobs([id]) });
    expect(await members.findMembers({ workspaceId: 'ws_other', groups })).toEqual({ groups: ofJobs([]) });
    const projectId = aProject();
    await members.setProject({ workspaceId: 'ws_other', seq: 1, projectId, groups, jobsWithFiles: [] });
    await members.closeProject({ workspaceId: 'ws_other', seq: 1, projectId, mode: DeletionMode.DELETE_CONTENTS });
    expect(await placeOf(id)).toBeNull();
    expect(await put(projectId)).toBeDefined();
  });
});

describe('a project that is deleted', () => {
  it('moves its jobs to a target; later submissions follow, in response and event too', async () => {
    const { close, put, placeOf, jobs, scope, db, counts, assign } = await startWorld();
    const [p, q, r] = [aProject(), aProject(), aProject()];
    const id = (await put(p))!;
    await close(1, p, DeletionMode.MOVE, q);
    expect(await placeOf(id)).toBe(q);
    await close(2, q, DeletionMode.MOVE, r);
    expect(await placeOf(id)).toBe(r);
    const { job } = await jobs.submit(aSubmission({ projectId: p }), scope);
    expect(job!.projectId).toBe(r);
    expect((await eventsOf(db)).get(job!.id)).toMatchObject([{ job: { projectId: r, projectSeq: 0 } }]);
    await assign(3, [id], q);
    expect(await placeOf(id)).toBe(r);
    expect(await counts([p, q, r])).toEqual({ [r]: 2 });
    await close(4, r, DeletionMode.UNASSIGN);
    const { job: free } = await jobs.submit(aSubmission({ projectId: p }), scope);
    expect([free!.projectId, await placeOf(id)]).toEqual([undefined, null]);
  });

  it('with its contents stops and charges running jobs, and deletes all jobs', async () => {
    const { close, jobs, leases, scope, db, claimOne, billing, workspaceId, holding, deps } = await startWorld();
    const projectId = aProject();
    const submit = async (request: ReturnType<typeof aSubmission>) => (await jobs.submit(request, scope)).job!.id;
    const metered = await submit(aMeteredSubmission({ projectId }));
    await claimOne();
    await leases.started(holding(metered, 1));
    await db.query(`update jobs set started_at = now() - interval '30 seconds' where id = $1`, [metered]);
    await leases.heartbeat({ ...holding(metered, 1), runtimeMs: 20_000 });
    const fixed = await submit(aSubmission({ projectId }));
    await claimOne();
    const ended = await submit(aSubmission({ projectId }));
    await leases.complete({ ...(await claimOne()), outcome: AttemptOutcome.FAILED, error: 'x', runtimeMs: 1 });
    const key = aSubmission({ projectId });
    const waiting = await submit(key);
    const child = await submit(aSubmission({ projectId, parentRef: 'att_1/n/1' }));
    const other = await submit(aSubmission());

    await close(1, projectId, DeletionMode.DELETE_CONTENTS);
    const { rows } = await db.query('select id from jobs');
    expect(rows).toEqual([{ id: other }]);
    const events = await eventsOf(db);
    const lastOf = (id: string) => events.get(id)!.slice(-3);
    expect(lastOf(metered)).toMatchObject([
      { type: JobEventType.CANCELLED },
      { type: JobEventType.SETTLED },
      { type: JobEventType.DELETED, job: { status: JobStatus.CANCELLED, billing: { finalMillicredits: 1_000 } } },
    ]);
    for (const id of [fixed, ended, waiting, child]) {
      expect(lastOf(id).at(-1)).toMatchObject({
        type: JobEventType.DELETED,
        job: { billing: { finalMillicredits: 0 } },
      });
    }
    const left = await db.query('select job_id from submissions union all select job_id from job_inputs');
    expect(new Set(left.rows.map(({ job_id }) => job_id))).toEqual(new Set([other]));
    const queued = await db.query('select prefix from blob_deletions');
    expect(queued.rows.map(({ prefix }) => prefix)).toContain(`artifacts/${workspaceId}/${metered}/`);
    expect(await leases.heartbeat({ ...holding(fixed, 1), runtimeMs: 1 }).catch(({ code }) => code)).not.toMatchObject({
      directive: 'DIRECTIVE_CONTINUE',
    });

    await expect(jobs.submit(key, scope)).rejects.toMatchObject({ code: 'conflict' });
    await expect(jobs.submit(aMeteredSubmission({ projectId }), scope)).rejects.toMatchObject({ code: 'conflict' });
    await jobs.cancel({ jobId: other }, scope);
    expect(await billing.operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 0 });
    const { availableMillicredits } = await billing.jobs.getWorkspace({ workspaceId });
    expect(availableMillicredits).toBe(99_000);
    expect(await retireJobs({ ...deps, clock: systemClock, days: 0 })).toBe(false);
  });

  it('with its contents does not end a job that was moved out just before', async () => {
    const { assign, jobs, scope, deps, workspaceId, getJob } = await startWorld();
    const projectId = aProject();
    const { job } = await jobs.submit(aSubmission({ projectId }), scope);
    // A waiting assignment moves the job after it was selected.
    const changeJob: typeof deps.changeJob = async (...args) => {
      await assign(1, [job!.id]);
      return deps.changeJob(...args);
    };
    await deleteSomeJobs({ ...deps, clock: systemClock, changeJob }, { workspaceId, projectId }, {});
    expect(await getJob(job!.id, scope)).toMatchObject({ status: JobStatus.QUEUED, projectId: undefined });
  });

  it('moves or deletes a limited number of jobs per call', async () => {
    const { members, workspaceId, db, counts } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    await manyEnded(db, workspaceId, p, 701);
    const step = async (projectId: string, mode: DeletionMode, targetProjectId?: string) => {
      const { done } = await members.closeProject({ workspaceId, seq: 1, projectId, mode, targetProjectId });
      return [done, await counts([p, q])];
    };
    expect(await step(p, DeletionMode.MOVE, q)).toEqual([false, { [p]: 201, [q]: 500 }]);
    expect(await step(p, DeletionMode.MOVE, q)).toEqual([true, { [q]: 701 }]);
    expect(await step(q, DeletionMode.DELETE_CONTENTS)).toEqual([false, { [q]: 601 }]);
  });
});

/** Inserts free jobs that have ended, with ids that are older than others. */
async function manyEnded(db: Db, workspaceId: string, projectId: string, count: number): Promise<void> {
  await db.query(
    `insert into jobs (id, workspace_id, project_id, status, version, tool, tool_version, tool_digest, major, created_by,
       wall_limit_ms, status_since, completed_at, finalized_at)
     select 'job_0' || lpad(n::text, 25, '0'), $1, $2, 'COMPLETED', 1, 't', '1', 'd', 1, 'usr_1', 1, now(), now(), now()
     from generate_series(1, $3::int) n`,
    [workspaceId, projectId, count],
  );
  await db.query('insert into projects (workspace_id, id, members) values ($1, $2, $3)', [
    workspaceId,
    projectId,
    count,
  ]);
}

/** Actions that run concurrently. */
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('submit' as const), project: fc.option(fc.nat(4)) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('assign' as const),
      project: fc.option(fc.nat(4)),
      of: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    }),
  },
  fc.record({
    type: fc.constant('close' as const),
    // A target has a higher index than its project, so that chains have no cycles.
    project: fc.nat(3),
    mode: fc.constantFrom(DeletionMode.MOVE, DeletionMode.UNASSIGN, DeletionMode.DELETE_CONTENTS),
  }),
  fc.record({ type: fc.constant('end' as const), of: fc.nat() }),
  fc.record({ type: fc.constant('retire' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

describe('jobs of projects', () => {
  it('keep counters exact, leave closed projects and are never lost, under any actions', async () => {
    const world = await startWorld();
    let seq = 1;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { maxLength: 5 }), async (rounds) => {
        const projects = Array.from({ length: 5 }, aProject);
        const ids: string[] = [];
        const closed: Around['closed'] = new Map();
        for (const round of rounds) {
          const known = [...ids];
          await Promise.all(round.map((one) => perform(world, one, { projects, ids, known, closed, seq: seq++ })));
        }
        // A project whose contents are deleted may still have jobs that were assigned to it. Other closed projects are
        // empty.
        for (const [projectId, { mode, run }] of closed) {
          if (mode === DeletionMode.DELETE_CONTENTS) await run();
          else expect((await world.counted())[projectId]).toBeUndefined();
        }
        const counted = await world.counted();
        const own = Object.entries(counted).filter(([id]) => projects.includes(id));
        expect(await world.counts(projects)).toEqual(Object.fromEntries(own));
        expect(own.filter(([id]) => closed.has(id))).toEqual([]);
        await expectEventsOf(world, ids);
      }),
      { numRuns: 20 },
    );
  });

  it('that are being accepted delay the closing of their project, then move with the others', async () => {
    const { put, close, counts, db, workspaceId, acceptJob } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    await put(p);
    const holdId = randomUUID();
    const acceptance = anAcceptance(workspaceId, p);
    acceptance.job.billing = { mode: 'fixed', holdId, reservedMillicredits: 1, firstReservedMillicredits: 1 };
    // The acceptance has seen the project open when it waits for the hold's row.
    const hold = await holdLocks(db, 'insert into hold_owners (hold_id) values ($1)', [holdId]);
    const accepting = acceptJob(acceptance);
    await waitForBlocked(db, 1);
    const closing = close(1, p, DeletionMode.MOVE, q);
    await waitForBlocked(db, 2);
    await hold.release();
    expect(await accepting).toMatchObject({ verdict: 'accepted', job: { projectId: p } });
    await closing;
    expect(await counts([p, q])).toEqual({ [q]: 2 });
  });

  it('that are being moved into a project that is closed meanwhile go to its target', async () => {
    const { put, assign, close, counts, db, placeOf } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    const id = (await put())!;
    // The assignment has seen the project open when it waits for the job's row.
    const row = await holdLocks(db, 'select from jobs where id = $1 for update', [id]);
    const assigning = assign(1, [id], p);
    await waitForBlocked(db, 1);
    await close(2, p, DeletionMode.MOVE, q);
    await row.release();
    await assigning;
    expect(await placeOf(id)).toBe(q);
    expect(await counts([p, q])).toEqual({ [q]: 1 });
  });

  it('that are submitted while their project is closed all end in the target', async () => {
    const { put, close, counts } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    let closing: Promise<void> | undefined;
    const submissions = [];
    for (let n = 0; n < 300; n++) {
      submissions.push(put(p));
      if (n % 3 === 0) await submissions.at(-1);
      if (n === 100) closing = close(1, p, DeletionMode.MOVE, q);
    }
    await Promise.all([closing, ...submissions]);
    expect(await counts([p, q])).toEqual({ [q]: 300 });
  });
});

interface Around {
  projects: string[];
  ids: string[];
  /** Ids of earlier rounds. */
  known: string[];
  closed: Map<string, { mode: DeletionMode; run: () => Promise<void> }>;
  seq: number;
}

async function perform(world: World, one: Act, { projects, ids, known, closed, seq }: Around): Promise<void> {
  const some = (of: number[]) => (known.length === 0 ? [] : of.map((n) => known[n % known.length]!));
  switch (one.type) {
    case 'submit': {
      const id = await world.put(one.project === null ? undefined : projects[one.project]);
      if (id) ids.push(id);
      return;
    }
    case 'assign':
      await world.assign(seq, some(one.of), one.project === null ? undefined : projects[one.project]);
      return;
    case 'end':
      for (const id of some([one.of])) await world.deps.changeJob(id, { type: 'end' });
      return;
    case 'retire':
      await retireJobs({ ...world.deps, clock: systemClock, days: 0 });
      return;
    case 'close': {
      const projectId = projects[one.project]!;
      const target = one.mode === DeletionMode.MOVE ? projects[one.project + 1] : undefined;
      const run = () => world.close(seq, projectId, one.mode, target);
      // Close each project once, as projects does; concurrent calls of a round may run in any order.
      if (closed.has(projectId)) return;
      closed.set(projectId, { mode: one.mode, run });
      return run();
    }
  }
}

/** Expects one event for each version, the last with the job's current state; a missing job has a DELETED event. */
async function expectEventsOf({ db }: World, ids: string[]): Promise<void> {
  const { rows } = await db.query('select id, project_id, version from jobs where id = any($1)', [ids]);
  const left = new Map(rows.map((row) => [row.id, row]));
  const events = await eventsOf(db);
  for (const id of ids) {
    const told = events.get(id)!;
    expect(told.map(({ job }) => job.version)).toEqual(told.map((_, i) => i + 1));
    const { type, job } = told.at(-1)!;
    const row = left.get(id);
    expect(type === JobEventType.DELETED).toBe(row === undefined);
    if (row) expect([job.projectId ?? null, job.version]).toEqual([row.project_id, row.version]);
  }
}
