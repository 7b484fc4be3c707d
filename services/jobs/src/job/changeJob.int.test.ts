import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';
import { createChangeJob } from './changeJob.ts';
import { readEach } from './jobStore.ts';
import { type JobChange, saveJobs } from './saveJobs.ts';

/** Waiting jobs, and `changeJob` of two replicas; `fromOther` is the other one. */
async function startQueue(size: number) {
  const world = await startJobs();
  const { scope } = await world.member(size);
  const answers = Array.from({ length: size }, () => world.jobs.submit(aSubmission(), scope));
  const ids = (await Promise.all(answers)).map(({ job }) => job!.id);
  const eventsOf = async (id: string) => {
    const { rows } = await world.db.query('select type from outbox where key = $1 order by id', [id]);
    return rows.map(({ type }) => type);
  };
  const fromOther = createChangeJob({ db: world.db, signals: world.signals });
  return { ...world, ids, eventsOf, changeJob: world.deps.changeJob, fromOther };
}

describe('commands that arrive together', () => {
  it('share one commit', async () => {
    const { db, ids, changeJob, eventsOf } = await startQueue(20);
    const changed = await Promise.all(ids.map((id) => changeJob(id, { type: 'cancel' })));
    expect(changed.every((each) => each?.changed)).toBe(true);
    const { rows } = await db.query('select distinct xmin::text from jobs');
    expect(rows).toHaveLength(1);
    for (const id of ids) expect(await eventsOf(id)).toEqual([JobEventType.SUBMITTED, JobEventType.CANCELLED]);
  });

  it('for one job are applied one after the other, each with its own event', async () => {
    const { ids, changeJob, eventsOf, claimOne, db } = await startQueue(1);
    const [id] = ids as [string];
    const { attempt } = await claimOne();
    const progress = [10, 30, 20, 40].map((percent) =>
      changeJob(id, { type: 'progress', attempt, progress: percent, runtimeMs: 5 }),
    );
    const answers = await Promise.all([changeJob(id, { type: 'start', attempt }), ...progress]);
    const changes = answers.filter((answer) => answer?.changed).length;
    const { rows } = await db.query('select version, progress, started_at is not null as started from jobs');
    expect(rows).toEqual([{ version: 2 + changes, progress: 40, started: true }]);
    expect((await eventsOf(id)).toSorted()).toEqual(
      [
        JobEventType.SUBMITTED,
        JobEventType.CLAIMED,
        JobEventType.STARTED,
        ...Array(changes - 1).fill(JobEventType.PROGRESSED),
      ].toSorted(),
    );
  });

  it('are refused, or find no job, separately', async () => {
    const { ids, changeJob, eventsOf } = await startQueue(3);
    const [waiting, ended, other] = ids as [string, string, string];
    await changeJob(ended, { type: 'cancel' });
    const answers = await Promise.allSettled([
      changeJob(waiting, { type: 'cancel' }),
      changeJob(ended, { type: 'cancel' }),
      changeJob('job_unknown', { type: 'cancel' }),
      changeJob(other, { type: 'cancel' }),
    ]);
    expect(answers).toMatchObject([
      { value: { changed: true, job: { status: 'CANCELLED' } } },
      { reason: { code: 'conflict', details: { current_status: 'CANCELLED' } } },
      { value: undefined },
      { value: { changed: true } },
    ]);
    expect(await eventsOf(ended)).toEqual([JobEventType.SUBMITTED, JobEventType.CANCELLED]);
  });

  it('at two replicas in opposite orders change each job once', async () => {
    const { ids, changeJob, fromOther, eventsOf } = await startQueue(60);
    const answers = await Promise.allSettled([
      ...ids.map((id) => changeJob(id, { type: 'cancel' })),
      ...ids.toReversed().map((id) => fromOther(id, { type: 'cancel' })),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    for (const id of ids) expect(await eventsOf(id)).toEqual([JobEventType.SUBMITTED, JobEventType.CANCELLED]);
  });
});

describe('a job that has changed since it was read', () => {
  it('is not written, and does not affect the others of its batch', async () => {
    const { db, ids, changeJob, eventsOf } = await startQueue(3);
    const read = await readEach(db, ids);
    await changeJob(ids[1]!, { type: 'unoffer', reason: 'no runner' });
    const changes = read.map((found): JobChange => {
      const { job, now } = found!;
      return {
        before: job,
        after: { ...job, version: job.version + 1, error: 'new' },
        event: JobEventType.RETRYING,
        now,
      };
    });
    expect(await saveJobs(db, changes)).toEqual([true, false, true]);
    expect((await readEach(db, ids)).map((found) => found!.job.error)).toEqual(['new', 'no runner', 'new']);
    expect(await eventsOf(ids[1]!)).toEqual([JobEventType.SUBMITTED, JobEventType.PENDING]);
  });

  it('only by a heartbeat is written, and keeps the runtime of the heartbeat', async () => {
    const { db, ids, claimOne } = await startQueue(1);
    await claimOne();
    const [found] = await readEach(db, ids);
    const { job, now } = found!;
    const heartbeat = await db.connect();
    await heartbeat.query('begin');
    await heartbeat.query(`update jobs set runtime_ms = 50, lease_expires_at = '2100-01-01T00:00:00Z'`);
    const after = { ...job, version: job.version + 1, progress: 10, runtimeMs: 40 };
    const saved = saveJobs(db, [{ before: job, after, event: JobEventType.PROGRESSED, now }]);
    await eventually(async () => {
      const { rows } = await db.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await heartbeat.query('commit');
    heartbeat.release();
    expect(await saved).toEqual([true]);
    const { rows } = await db.query('select progress, runtime_ms, lease_expires_at from jobs');
    expect(rows).toEqual([{ progress: 10, runtime_ms: 50, lease_expires_at: new Date('2100-01-01') }]);
  });

  it('is written once when one batch has two changes of it', async () => {
    const { db, ids, eventsOf } = await startQueue(1);
    const { job, now } = (await readEach(db, ids))[0]!;
    const change: JobChange = {
      before: job,
      after: { ...job, version: job.version + 1 },
      event: JobEventType.RETRYING,
      now,
    };
    expect((await saveJobs(db, [change, change])).toSorted()).toEqual([false, true]);
    expect(await eventsOf(ids[0]!)).toEqual([JobEventType.SUBMITTED, JobEventType.RETRYING]);
  });
});

describe("a tool's error message", () => {
  it('is stored without characters that PostgreSQL cannot store', async () => {
    const { db, leases, claimOne } = await startQueue(1);
    const lease = await claimOne();
    const error = `${'x'.repeat(1_998)}\0😀`;
    const report = { ...lease, outcome: AttemptOutcome.FAILED, runtimeMs: 1, error };
    expect(await leases.complete(report)).toEqual({ accepted: true });
    expect((await db.query('select error from jobs')).rows).toEqual([{ error: `${'x'.repeat(1_998)}\ufffd\ufffd` }]);
  });
});
