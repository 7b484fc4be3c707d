// @module-tag crashes

import { randomUUID } from 'node:crypto';
import { repair as repairJobs } from '@rotamer/jobs/testing/crashingJobs.ts';
import { ALL_OFFERS } from '@rotamer/jobs/testing/startJobs.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { ProblemPolicy } from '@rotamer/proto/workflows/v1/batch.ts';
import { CreateBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { expect, it } from 'vitest';
import type { Deps } from './deps.ts';
import { cancelBatch } from './rpc/batches/cancelBatch.ts';
import { create } from './rpc/batches/create.ts';
import { textLine } from './testing/batchFile.ts';
import { contextOf, crashingProcess } from './testing/crashingProcess.ts';
import { startWithCredits } from './testing/startWithCredits.ts';
import { sweepChildren } from './work/sweepChildren.ts';

/** Calls between two crashes. */
const STRIDE = long ? 1 : 9;

/** More calls than a batch makes. */
const MANY = 1_000;

const LINES = 3;

/** Enough for two jobs. */
const CAP = 2_000;

it('a batch that crashes at any call has one job for each line, and never more than its cap', {
  timeout: long ? 1_800_000 : 180_000,
}, async () => {
  const world = await startWithCredits(1_000);
  const { owner, deps, db, jobs, makeDue, settle } = world;
  for (let crashAt = 1; ; crashAt += STRIDE) {
    if (crashAt > MANY) throw new Error('the batch never ends');
    await jobs.leases.announce({ runnerId: 'r1', offers: ALL_OFFERS });
    const lines = Array.from({ length: LINES }, (_, i) => textLine(i + 1));
    const request = CreateBatchRequest.fromPartial({
      submissionId: randomUUID(),
      name: 'Crashing',
      onProblem: ProblemPolicy.REFUSE,
      maxMillicredits: CAP,
      source: { $case: 'lines', value: { lines } },
    });
    const context = contextOf(owner.scope);
    const life = async (parts: Deps) => {
      const { id } = (await create(parts)(request, context)).batch!;
      await settle(undefined, parts);
      return id;
    };
    const { crashing, parts } = crashingProcess(deps, crashAt);
    await life(parts).catch((error) => {
      if (!crashing.hasCrashed) throw error;
    });
    await makeDue();
    await db.query('delete from failed_work');
    await db.query('delete from begun_work');
    const batchId = await life(deps);
    const { rows: runs } = await db.query('select count(*) from runs where id = $1', [batchId]);
    expect(runs[0].count).toBe(1);
    const { rows: refs } = await jobs.db.query('select parent_ref from jobs where run_id = $1', [batchId]);
    expect(new Set(refs.map(({ parent_ref }) => parent_ref)).size, `died at call ${crashAt}`).toBe(refs.length);
    expect(refs).toHaveLength(2);
    const { rows: budgets } = await jobs.billing.db.query(
      'select cap_millicredits::int as cap, held_millicredits::int + posted_millicredits::int as used from budgets where id = $1',
      [derivedUuid('budget', batchId)],
    );
    expect(budgets).toEqual([{ cap: CAP, used: CAP }]);
    await cancelBatch(deps)({ batchId }, context);
    await repairJobs(jobs);
    await db.query(`update children set news_at = now() - interval '1 hour'`);
    await sweepChildren(deps);
    if (!crashing.hasCrashed) break;
  }
  expect(await world.ledger()).toMatchObject({ balanced: true, differences: [], openHolds: 0 });
});
