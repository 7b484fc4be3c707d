import { randomBytes } from 'node:crypto';
import { inOrder } from '@rotamer/kit/batching/asCompleted.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { HoldState, type SettleAnswer } from '@rotamer/proto/billing/v1/billing.ts';
import type { CallersSubmit } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it, vi } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';
import { settleDue, unsettledJobs } from '../work/settleJobs.ts';

type World = Awaited<ReturnType<typeof startJobs>>;

/** Submits 68 valid submissions of several workspaces and an invalid one in one call. */
async function submitBeside(world: World, bad: Partial<ReturnType<typeof aSubmission>>) {
  const members = await Promise.all(Array.from({ length: 4 }, () => world.member(100)));
  const submits = Array.from({ length: 69 }, (_, i): CallersSubmit => {
    return {
      request: aSubmission(i === 30 ? bad : {}),
      caller: members[i % 4]!.scope.caller,
      traceparent: '',
    };
  });
  const answers = await inOrder(world.jobs.batchSubmit({ submits }));
  return answers.map(({ answer }) => answer?.$case);
}

const allButOne = [...Array(30).fill('response'), 'error', ...Array(38).fill('response')];

describe('a submission that PostgreSQL cannot store', () => {
  for (const [what, arrange, bad] of [
    [
      'because it breaks an index',
      async () => {},
      { projectId: randomBytes(6_000).toString('base64url').slice(0, 4_000) },
    ],
    [
      'because it breaks a constraint',
      ({ db }: World) => db.query(`alter table jobs add constraint no_poison check (name <> 'poison')`),
      { name: 'poison' },
    ],
  ] as const) {
    it(`${what} is the only one to fail, and its hold is released`, async () => {
      const world = await startJobs();
      await arrange(world);
      expect(await submitBeside(world, bad)).toEqual(allButOne);
      const { rows } = await world.db.query('select count(*)::int as jobs from jobs');
      expect(rows).toEqual([{ jobs: 68 }]);
      expect(await world.billing.operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 68 });
    });
  }
});

describe('a change that PostgreSQL cannot store', () => {
  it('is the only one of its batch to fail', async () => {
    const { db, jobs, member, deps } = await startJobs();
    const { scope } = await member(10);
    const submits = Array.from({ length: 10 }, () => jobs.submit(aSubmission(), scope));
    const ids = (await Promise.all(submits)).map(({ job }) => job!.id);
    await db.query(`alter table jobs add constraint no_poison check (error is distinct from 'poison')`);
    const changes = ids.map((id, i) => deps.changeJob(id, { type: 'unoffer', reason: i === 3 ? 'poison' : 'away' }));
    const verdicts = (await Promise.allSettled(changes)).map(({ status }) => status);
    expect(verdicts).toEqual([...Array(3).fill('fulfilled'), 'rejected', ...Array(6).fill('fulfilled')]);
  });
});

describe('an ended job', () => {
  const open = (holdId: string): SettleAnswer => ({
    answer: {
      $case: 'hold',
      value: { holdId, state: HoldState.OPEN, heldMillicredits: 1, chargedMillicredits: 0, resolvedAt: undefined },
    },
  });
  const unknown = (): SettleAnswer => ({ answer: { $case: 'error', value: toItemError(notFound('hold')) } });

  for (const [what, answer] of [
    ['is open', open],
    ['is unknown', unknown],
  ] as const) {
    it(`whose hold ${what} in billing stays unsettled, logs an error, and delays no other`, async () => {
      const { db, jobs, member, deps } = await startJobs();
      const { scope } = await member(10);
      const submitted = [await jobs.submit(aSubmission(), scope), await jobs.submit(aSubmission(), scope)];
      const ids = submitted.map(({ job }) => job!.id);
      for (const id of ids) await deps.changeJob(id, { type: 'cancel' });
      const { rows: odd } = await db.query('select hold_id from jobs where id = $1', [ids[0]]);
      const billing = {
        settleHolds: async (request: Parameters<typeof deps.billing.settleHolds>[0]) => {
          const { answers } = await deps.billing.settleHolds(request);
          return {
            answers: answers.map((real, i) => {
              const { holdId = '' } = request.settlements![i]!;
              return holdId === odd[0].hold_id ? answer(holdId) : real;
            }),
          };
        },
      };
      const error = vi.fn();
      const log = Object.assign(Object.create(quietLog), { error });
      await settleDue({ ...deps, billing, log }, new AbortController().signal);
      expect((await unsettledJobs(db, 10)).length, 'its turn comes later').toBe(0);
      const { rows } = await db.query('select id, finalized_at is not null as final from jobs order by id');
      expect(rows).toEqual([
        { id: ids[0], final: false },
        { id: ids[1], final: true },
      ]);
      expect(error).toHaveBeenCalledWith(expect.objectContaining({ job_id: ids[0] }), 'job cannot be settled');
    });
  }
});
