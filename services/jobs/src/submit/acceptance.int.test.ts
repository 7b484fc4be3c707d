import { join } from 'node:path';
import { closeProject, readCounts } from '@rotamer/domain/membership/places.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job } from '../job/job.ts';
import { type AcceptanceState, decideAcceptance } from '../testing/acceptanceModel.ts';
import { anAcceptance } from '../testing/anAcceptance.ts';
import { type Acceptance, type AcceptVerdict, createAcceptJob, utcDay } from './acceptJobs.ts';
import { giveUpHold } from './submissionStore.ts';

const service = join(import.meta.dirname, '../..');

const fresh: AcceptanceState = {
  active: 0,
  day: '',
  usedToday: 0,
  submissions: new Map(),
  holdOwners: new Map(),
  closed: new Map(),
  members: new Map(),
};

/** Projects of a history. A target has a higher index than its project, so that chains have no cycles. */
const PROJECTS = ['a', 'b', 'c', 'd'].map((letter) => `proj_0${letter.repeat(25)}`);

/**
 * A step of a history: a batch of concurrent submissions, a job that ends, a project that is closed, a hold that the
 * sweep releases, or midnight.
 */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('submit' as const),
      batch: fc.array(fc.record({ submission: fc.nat(9), hold: fc.option(fc.nat(9)) }), { minLength: 1, maxLength: 5 }),
      project: fc.option(fc.constantFrom(...PROJECTS), { nil: undefined }),
      concurrentJobs: fc.nat(4),
      jobsPerDay: fc.option(fc.nat(6)),
    }),
  },
  fc.record({ type: fc.constant('end' as const) }),
  fc.record({ type: fc.constant('giveUp' as const), hold: fc.nat(9) }),
  fc.record({ type: fc.constant('midnight' as const) }),
  fc.record({
    type: fc.constant('close' as const),
    project: fc.nat(2),
    mode: fc.constantFrom('move' as const, 'unassign' as const, 'delete_contents' as const),
  }),
);

function acceptanceOf(workspaceId: string, submission: number, hold: number | null, now: Date): Acceptance {
  const acceptance = anAcceptance(workspaceId, undefined, now);
  const billing: Job['billing'] = {
    mode: 'fixed',
    holdId: derivedUuid(workspaceId, 'hold', hold ?? 0),
    reservedMillicredits: 1_000,
    firstReservedMillicredits: 1_000,
  };
  return {
    ...acceptance,
    job: { ...acceptance.job, billing: hold === null ? undefined : billing },
    submissionId: derivedUuid(workspaceId, 'submission', submission),
    limits: { concurrentJobs: 0 },
  };
}

async function endOne(db: Db, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update jobs set status = 'COMPLETED', completed_at = now() where id =
       (select min(id) from jobs where workspace_id = $1 and completed_at is null)`,
    [workspaceId],
  );
  return rowCount === 1;
}

describe('accept_jobs', () => {
  it('sets every column that has a default', async () => {
    const { db } = await serviceDatabase(service);
    const now = new Date();
    const acceptance = { ...acceptanceOf('ws_1', 1, 1, now), limits: { concurrentJobs: 1 } };
    expect(await createAcceptJob(db, () => now)(acceptance)).toMatchObject({ verdict: 'accepted' });
    const { rows: columns } = await db.query(
      `select column_name from information_schema.columns where table_name = 'jobs' and column_default is not null`,
    );
    const { rows } = await db.query('select * from jobs');
    expect(columns.length).toBeGreaterThan(0);
    expect(columns.filter(({ column_name }) => rows[0][column_name] === null)).toEqual([]);
  });

  it('decides every history as the pure model does', async () => {
    const { db } = await serviceDatabase(service);
    let world = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (history) => {
        const workspaceId = `ws_${world++}`;
        let now = new Date('2026-01-01T12:00:00Z');
        const acceptJob = createAcceptJob(db, () => now);
        let model = fresh;
        for (const event of history) {
          if (event.type === 'close') {
            const [projectId, target] = [PROJECTS[event.project]!, PROJECTS[event.project + 1]!];
            const targetProjectId = event.mode === 'move' ? target : undefined;
            await closeProject(db, { workspaceId, projectId, seq: 1, mode: event.mode, targetProjectId });
            const goes = { move: target, unassign: null, delete_contents: 'deleted' as const }[event.mode];
            if (!model.closed.has(projectId)) {
              model = { ...model, closed: new Map(model.closed).set(projectId, goes) };
            }
          } else if (event.type === 'midnight') now = new Date(now.getTime() + 24 * 3600 * 1000);
          else if (event.type === 'end') {
            if (await endOne(db, workspaceId)) model = { ...model, active: model.active - 1 };
          } else if (event.type === 'giveUp') {
            const holdId = derivedUuid(workspaceId, 'hold', event.hold);
            const owner = model.holdOwners.get(holdId) ?? null;
            expect(await giveUpHold(db, holdId)).toBe(owner);
            model = { ...model, holdOwners: new Map(model.holdOwners).set(holdId, owner) };
          } else {
            const limits = { concurrentJobs: event.concurrentJobs, jobsPerDay: event.jobsPerDay ?? undefined };
            const batch = event.batch.map(({ submission, hold }) => {
              const acceptance = acceptanceOf(workspaceId, submission, hold, now);
              return { ...acceptance, job: { ...acceptance.job, projectId: event.project }, limits };
            });
            const expected: { verdict: AcceptVerdict; projectId: string | undefined }[] = [];
            const isMoved = model.closed.has(event.project ?? '');
            for (const { job, submissionId } of batch) {
              const request = { submissionId, jobId: job.id, holdId: job.billing?.holdId, projectId: event.project };
              const { state, verdict, projectId } = decideAcceptance(model, request, limits, utcDay(now));
              model = state;
              expected.push({ verdict, projectId });
            }
            const answers = [];
            // Submissions that follow a closed project may be accepted in another order.
            if (isMoved) for (const each of batch) answers.push(await acceptJob(each));
            else answers.push(...(await Promise.all(batch.map((each) => acceptJob(each)))));
            expect(answers.map(({ verdict }) => verdict)).toEqual(expected.map(({ verdict }) => verdict));
            answers.forEach(({ job, verdict }, i) => {
              if (verdict === 'accepted') expect(job.projectId).toBe(expected[i]!.projectId);
            });
          }
        }
        const counts = await readCounts(db, workspaceId, PROJECTS);
        expect(counts).toEqual(model.members);
        const { rows } = await db.query('select job_id from submissions where workspace_id = $1', [workspaceId]);
        expect(rows.map((row) => row.job_id).sort()).toEqual([...model.submissions.values()].sort());
      }),
      { numRuns: long ? 200 : 25 },
    );
  });
});
