import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { holdLocks, waitForBlocked } from '@rotamer/kit/testing/holdLocks.ts';
import { FileEvent, FileEventType } from '@rotamer/proto/files/v1/file.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completedJob } from '../../testing/completedJob.ts';
import { startFiles } from '../../testing/startFiles.ts';

const now = new Date();
const aProject = () => newId('proj', now);
const ofFiles = (ids: string[]) => [{ type: ResourceType.FILE, ids }];

type World = Awaited<ReturnType<typeof startWorld>>;

/** The files service with a user, and the calls of projects. */
async function startWorld() {
  const files = await startFiles();
  const me = files.user();
  const { workspaceId } = me;
  return {
    ...files,
    me,
    workspaceId,
    job: (projectId?: string, projectSeq = 0) => completedJob(files, { workspaceId, projectId, projectSeq }),
    /** Returns undefined when the project refuses the file. */
    put: (projectId?: string): Promise<string | undefined> =>
      me.upload('a.txt', 'some text', { projectId }).then(
        ({ id }) => id,
        (error) => {
          expect(error).toMatchObject({ code: 'conflict' });
          return undefined;
        },
      ),
    assign: (seq: number, ids: string[], projectId?: string, jobsWithFiles: string[] = []) =>
      files.members.setProject({ workspaceId, seq, projectId, groups: ofFiles(ids), jobsWithFiles }),
    /** Closes a project and repeats the call until its members are gone. */
    async close(seq: number, projectId: string, mode: DeletionMode, targetProjectId?: string): Promise<void> {
      for (let n = 0; n < 100; n++) {
        const { done } = await files.members.closeProject({ workspaceId, seq, projectId, mode, targetProjectId });
        if (done) return;
      }
      throw new Error(`${projectId} is never done`);
    },
    async counts(projectIds: string[]): Promise<Record<string, number>> {
      const { counts } = await files.members.countMembers({ workspaceId, projectIds });
      expect(counts.every(({ type }) => type === ResourceType.FILE)).toBe(true);
      return Object.fromEntries(counts.map(({ projectId, count }) => [projectId, count]));
    },
    /** The number of files of each project, counted in the table instead of read from counters. */
    async inProjects(): Promise<Record<string, number>> {
      const { rows } = await files.db.query(
        `select project_id, count(*) as files from files where project_id is not null group by 1`,
      );
      return Object.fromEntries(rows.map((row) => [row.project_id, row.files]));
    },
    /** The project of each file of a job; null: in none. */
    async placesOf(jobId: string): Promise<(string | null)[]> {
      const { rows } = await files.db.query('select project_id from files where job_id = $1', [jobId]);
      return rows.map((row) => row.project_id);
    },
    placeOf: async (id: string): Promise<string | null | undefined> =>
      (await files.db.query('select project_id from files where id = $1', [id])).rows[0]?.project_id,
    events: async () => (await readOutbox(files.db, 100_000)).map(({ value }) => FileEvent.decode(value)),
  };
}

describe('a file that is moved', () => {
  it('is published once with its new project; other workspaces find and move nothing', async () => {
    const { put, assign, events, members, workspaceId, placeOf } = await startWorld();
    const id = (await put())!;
    const projectId = aProject();
    await assign(2, [id], projectId);
    await assign(2, [id], projectId);
    await assign(1, [id]);
    const told = await events();
    expect(told.map(({ type }) => type)).toEqual([FileEventType.UPLOADED, FileEventType.MOVED]);
    expect(told[1]!.file).toEqual({ ...told[0]!.file, projectId });
    const groups = [...ofFiles([id, newId('file', now), 'x\0']), { type: ResourceType.JOB, ids: [id] }];
    expect(await members.findMembers({ workspaceId, groups })).toEqual({ groups: ofFiles([id]) });
    await members.setProject({ workspaceId: 'ws_other', seq: 9, groups, jobsWithFiles: [] });
    expect(await placeOf(id)).toBe(projectId);
  });

  it('follows its job, even if recorded later; a repeat returns the same count', async () => {
    const { assign, job, record, placesOf, counts } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    const [recorded, noted, coming] = await Promise.all([job(p), job(p), job(p)]);
    await recorded.complete();
    await record();
    await noted.complete();
    const jobs = [recorded, noted, coming].map(({ id }) => id);
    expect(await assign(5, [], q, jobs)).toEqual({ linkedFiles: 2 });
    expect(await assign(5, [], q, jobs)).toEqual({ linkedFiles: 2 });
    await coming.complete();
    await record();
    for (const id of jobs) expect(await placesOf(id)).toEqual([q, q]);
    expect(await assign(5, [], q, jobs)).toEqual({ linkedFiles: 6 });
    expect(await counts([p, q])).toEqual({ [q]: 6 });
  });

  it('gets the project of the later operation: from its event or from its link', async () => {
    const { assign, job, record, placesOf } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    const [older, newer] = [await job(p, 3), await job(p, 7)];
    await assign(5, [], q, [older.id, newer.id]);
    for (const each of [older, newer]) await each.complete();
    await record();
    expect([await placesOf(older.id), await placesOf(newer.id)]).toEqual([
      [q, q],
      [p, p],
    ]);
  });

  it('ends in the project of the latest operation when operations arrive in any order', async () => {
    const world = await startWorld();
    const projects = [aProject(), aProject(), undefined];
    const ids = (await Promise.all(Array.from({ length: 8 }, () => world.put()))) as string[];
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
    expect(await world.counts([projects[0]!, projects[1]!])).toEqual(await world.inProjects());
  });

  it('is moved too when it is being recorded while its job is moved', async () => {
    const { assign, job, record, placesOf, db } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    const first = await job(p);
    await first.complete();
    await record();
    const { id, complete } = await job(p);
    await complete();
    // The recording has written the files when it waits for the project's counter.
    const count = await holdLocks(db, 'select from projects where id = $1 for update', [p]);
    const recording = record();
    await waitForBlocked(db, 1);
    const assigning = assign(1, [], q, [id]);
    await waitForBlocked(db, 2);
    await count.release();
    await recording;
    expect(await assigning).toEqual({ linkedFiles: 2 });
    expect(await placesOf(id)).toEqual([q, q]);
  });
});

describe('a project that is deleted', () => {
  it('moves its files to a target; later uploads and recorded files follow', async () => {
    const { close, put, placeOf, job, record, placesOf, counts, events } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    const id = (await put(p))!;
    const coming = await job(p);
    await close(1, p, DeletionMode.MOVE, q);
    expect(await placeOf(id)).toBe(q);
    const late = (await put(p))!;
    expect((await events()).at(-1)!.file).toMatchObject({ id: late, projectId: q });
    await coming.complete();
    await record();
    expect(await placesOf(coming.id)).toEqual([q, q]);
    expect(await counts([p, q])).toEqual({ [q]: 4 });
    await close(2, q, DeletionMode.UNASSIGN);
    expect(await placeOf((await put(p))!)).toBeNull();
    expect(await counts([p, q])).toEqual({});
  });

  it('with its contents removes the files of all users and their bytes, and refuses new files', async () => {
    const { close, put, user, workspaceId, job, record, db, events, counted, sweep, blobs, me, files } =
      await startWorld();
    const projectId = aProject();
    const kept = (await put())!;
    await put(projectId);
    await user({ workspaceId }).upload('theirs.txt', 'of another member', { projectId });
    const [recorded, coming] = [await job(projectId), await job(projectId)];
    await recorded.complete();
    await record();
    await close(1, projectId, DeletionMode.DELETE_CONTENTS);
    expect((await me.list()).files.map(({ id }) => id)).toEqual([kept]);
    expect((await events()).filter(({ type }) => type === FileEventType.DELETED)).toHaveLength(4);

    await coming.complete();
    await record();
    const { fileId, key } = await me.begin('late.txt');
    const stored = await blobs.put(key, 'too late');
    const finish = () => files.finishUpload({ fileId, ...stored, projectId }, me.scope);
    await expect(finish()).rejects.toMatchObject({ code: 'conflict', message: 'This project is being deleted.' });
    await expect(finish()).rejects.toMatchObject({ code: 'not_found' });
    expect((await me.list()).files.map(({ id }) => id)).toEqual([kept]);
    expect(await db.query('select from unrecorded_results')).toMatchObject({ rowCount: 0 });
    expect(await counted(workspaceId)).toBe('some text'.length);
    await sweep();
    const bytes: string[] = [];
    for await (const left of blobs.list(`files/${workspaceId}/`)) bytes.push(left);
    expect(bytes).toEqual([`files/${workspaceId}/${kept}/content`]);
  });

  it('loses the files of a deleted job in every project', async () => {
    const { assign, job, record, placesOf, db } = await startWorld();
    const done = await job(aProject());
    await assign(1, [], aProject(), [done.id]);
    await done.complete();
    await record();
    expect(await placesOf(done.id)).toHaveLength(2);
    await done.remove();
    expect(await placesOf(done.id)).toEqual([]);
    expect(await db.query('select from linked_jobs')).toMatchObject({ rowCount: 0 });
  });

  it('passes an upload that saw it open on to its target', async () => {
    const { me, blobs, files, close, db, workspaceId, counts } = await startWorld();
    const [p, q] = [aProject(), aProject()];
    const { fileId, key } = await me.begin('a.txt');
    const stored = await blobs.put(key, 'some text');
    // FinishUpload has seen the project open when it waits for the storage row.
    const storage = await holdLocks(db, 'select from storage where workspace_id = $1 for update', [workspaceId]);
    const finishing = files.finishUpload({ fileId, ...stored, projectId: p }, me.scope);
    await waitForBlocked(db, 1);
    await close(1, p, DeletionMode.MOVE, q);
    await storage.release();
    expect((await finishing).projectId).toBe(q);
    expect(await counts([p, q])).toEqual({ [q]: 1 });
  });
});

/** Actions that run concurrently. */
const act = fc.oneof(
  fc.record({ type: fc.constant('upload' as const), project: fc.option(fc.nat(4)) }),
  fc.record({ type: fc.constant('complete' as const), project: fc.option(fc.nat(4)) }),
  fc.record({ type: fc.constant('record' as const) }),
  fc.record({ type: fc.constant('delete' as const), of: fc.nat() }),
  fc.record({ type: fc.constant('remove' as const), of: fc.nat() }),
  fc.record({
    type: fc.constant('assign' as const),
    project: fc.option(fc.nat(4)),
    of: fc.array(fc.nat(), { maxLength: 3 }),
    jobs: fc.array(fc.nat(), { maxLength: 2 }),
  }),
  fc.record({
    type: fc.constant('close' as const),
    // A target has a higher index than its project, so that chains have no cycles.
    project: fc.nat(3),
    mode: fc.constantFrom(DeletionMode.MOVE, DeletionMode.UNASSIGN, DeletionMode.DELETE_CONTENTS),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface Around {
  projects: string[];
  ids: string[];
  jobs: Awaited<ReturnType<typeof completedJob>>[];
  closed: Map<string, { mode: DeletionMode; run: () => Promise<void> }>;
  seq: number;
}

async function perform(world: World, one: Act, { projects, ids, jobs, closed, seq }: Around): Promise<void> {
  const project = (n: number | null) => (n === null ? undefined : projects[n]);
  const some = <Item>(items: Item[], of: number[]) =>
    items.length === 0 ? [] : of.map((n) => items[n % items.length]!);
  switch (one.type) {
    case 'upload': {
      const id = await world.put(project(one.project));
      if (id) ids.push(id);
      return;
    }
    case 'complete': {
      const job = await world.job(project(one.project));
      await job.complete();
      jobs.push(job);
      return;
    }
    case 'record':
      await world.record();
      return;
    case 'delete':
      for (const id of some(ids, [one.of])) await world.files.delete({ fileId: id }, world.me.scope).catch(() => {});
      return;
    case 'remove':
      for (const job of some(jobs, [one.of])) await job.remove();
      return;
    case 'assign': {
      const linked = some(jobs, one.jobs).map(({ id }) => id);
      await world.assign(seq, some(ids, one.of), project(one.project), linked);
      return;
    }
    case 'close': {
      const projectId = projects[one.project]!;
      const target = one.mode === DeletionMode.MOVE ? projects[one.project + 1] : undefined;
      if (closed.has(projectId)) return;
      const run = () => world.close(seq, projectId, one.mode, target);
      closed.set(projectId, { mode: one.mode, run });
      return run();
    }
  }
}

it('keeps counters exact and closed projects empty under any concurrent actions', async () => {
  const world = await startWorld();
  let seq = 1;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { maxLength: 4 }), async (rounds) => {
      const projects = Array.from({ length: 5 }, aProject);
      const around: Omit<Around, 'seq'> = { projects, ids: [], jobs: [], closed: new Map() };
      for (const round of rounds) {
        await Promise.all(round.map((one) => perform(world, one, { ...around, seq: seq++ })));
      }
      await world.record();
      // A project whose contents are deleted may still have files that were assigned to it. Other closed projects are
      // empty.
      for (const [projectId, { mode, run }] of around.closed) {
        if (mode === DeletionMode.DELETE_CONTENTS) await run();
        else expect((await world.inProjects())[projectId]).toBeUndefined();
      }
      const own = Object.entries(await world.inProjects()).filter(([id]) => projects.includes(id));
      expect(await world.counts(projects)).toEqual(Object.fromEntries(own));
      expect(own.filter(([id]) => around.closed.has(id))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
