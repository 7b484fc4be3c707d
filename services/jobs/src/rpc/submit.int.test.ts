import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { ContentEncoding } from '@rotamer/proto/jobs/v1/input.ts';
import { BillingMode, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { describe, expect, it } from 'vitest';
import { aMeteredSubmission, aSubmission, asking, startJobs } from '../testing/startJobs.ts';
import { sweepHolds } from '../work/sweepHolds.ts';

const codes = async (calls: Promise<unknown>[]) => {
  const results = await Promise.allSettled(calls);
  return results.map((result) => (result.status === 'fulfilled' ? 'accepted' : (result.reason.code as string)));
};

const counted = (words: string[]) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length]));

describe('a submission', () => {
  it('is accepted once, holds its price and is claimed in billing', async () => {
    const { jobs, billing, member, db } = await startJobs();
    const { workspaceId, scope } = await member(10);
    const { job, replayed } = await jobs.submit(aSubmission(), scope);
    expect(job).toMatchObject({
      status: JobStatus.QUEUED,
      version: 1,
      tool: 'protein-properties',
      createdBy: 'usr_test',
      billing: { mode: BillingMode.FIXED, reservedMillicredits: 1_000 },
    });
    expect(replayed).toBe(false);
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(9_000);
    await eventually(async () => (await billing.jobs.listUnclaimedHolds({ limit: 10 })).holds.length === 0);
    const { rows } = await db.query('select key, type from outbox');
    expect(rows).toEqual([{ key: job!.id, type: JobEventType.SUBMITTED }]);
  });

  it('tells billing what its hold is for', async () => {
    const { jobs, billing, member } = await startJobs();
    const { scope } = await member(10);
    const projectId = 'proj_0123456789abcdefghjkmnpqrs';
    const { job } = await jobs.submit(aSubmission({ projectId, runId: 'run_1' }), scope);
    const { rows } = await billing.db.query('select user_id, key_id, project_id, tool, job_id, run_id from holds');
    expect(rows).toEqual([
      {
        user_id: 'usr_test',
        key_id: 'key_test',
        project_id: projectId,
        tool: 'protein-properties',
        job_id: job!.id,
        run_id: 'run_1',
      },
    ]);
  });

  it('is refused by the budget that is used up, which it names', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(10);
    const gateway = billing.clientOf('gateway');
    const cap = (capMillicredits: number) =>
      gateway.setSpendingBudget({
        workspaceId,
        scope: BudgetScope.KEY,
        subjectId: 'key_test',
        period: BudgetPeriod.DAY,
        capMillicredits,
      });
    const { id, periodEnd } = await cap(1_500);
    const request = aSubmission();
    await jobs.submit(request, scope);
    await expect(jobs.submit(aSubmission(), scope)).rejects.toMatchObject({
      code: 'budget_exceeded',
      message: 'The job needs 1 credit; the budget of your key for the day (UTC) has 0.5 left.',
      details: {
        budget: {
          id,
          scope: 'key',
          subject_id: 'key_test',
          period: 'day',
          cap: 1.5,
          spent: 0,
          held: 1,
          period_end: periodEnd!.toISOString(),
        },
        needed: 1,
      },
    });
    expect(await jobs.submit(request, scope)).toMatchObject({ replayed: true });
    const other = { caller: { ...scope.caller, keyId: 'key_other' } };
    await jobs.submit(aSubmission(), other);

    const { inputs, tool } = aSubmission();
    const quote = await jobs.quote({ tool, inputs }, scope);
    expect(quote.blockingErrors.map(({ code }) => code)).toEqual(['budget_exceeded']);
    expect(quote.budgets).toMatchObject([{ refuses: true, budget: { id, heldMillicredits: 1_000 } }]);
    expect((await jobs.quote({ tool, inputs }, other)).budgets).toEqual([]);
    await cap(2_000);
    expect((await jobs.quote({ tool, inputs }, scope)).budgets).toMatchObject([{ refuses: false }]);
    await jobs.submit(aSubmission(), scope);
  });

  it('sent 100 times concurrently with one id makes one job and one hold', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(100);
    const request = aSubmission();
    const answers = await Promise.all(Array.from({ length: 100 }, () => jobs.submit(request, scope)));
    expect(new Set(answers.map(({ job }) => job!.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed).length).toBe(99);
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(99_000);
    expect((await billing.operator.checkLedger({})).openHolds).toBe(1);
  });

  it('with the same id and another body is refused, even concurrently, and holds nothing', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(100);
    const one = aSubmission();
    const calls = Array.from({ length: 40 }, (_, i) =>
      jobs.submit(i % 2 ? one : asking(one, { settingsJson: '{"charge_ph": 5}' }), scope),
    );
    expect(counted(await codes(calls))).toEqual({ accepted: 20, conflict: 20 });
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(99_000);
  });

  it('with texts that are too long is refused, but not others that arrive with it', async () => {
    const { jobs, member } = await startJobs();
    const { scope } = await member(100);
    const random = () => Array.from({ length: 4_000 }, () => Math.random().toString(36)[2]).join('');
    const calls = Array.from({ length: 20 }, (_, i) =>
      jobs.submit(aSubmission(i % 4 === 0 ? { projectId: random() } : {}), scope),
    );
    expect(counted(await codes(calls))).toEqual({ accepted: 15, validation_error: 5 });
  });

  it('cannot store texts that are too long, because of constraints in the database', async () => {
    const { jobs, member, db } = await startJobs();
    const { scope } = await member(10);
    await jobs.submit(aSubmission(), scope);
    for (const change of [
      "update jobs set project_id = 'proj_1'",
      "update jobs set name = repeat('x', 501)",
      "update jobs set parent_ref = repeat('x', 501)",
      "update jobs set error = repeat('x', 2001)",
      "update job_inputs set body = convert_to(repeat('x', 2097153), 'utf8')",
      "insert into job_shares (id, job_id, email) select 'shr_1', id, repeat('x', 255) from jobs",
    ])
      await expect(db.query(change), change).rejects.toThrow('violates check constraint');
  });

  it('finds the same job when only the formatting of its settings differs', async () => {
    const { jobs, member } = await startJobs();
    const { scope } = await member(10);
    const request = aSubmission({ settingsJson: '{"charge_ph":7,"treat_unknown":"reject"}' });
    const first = await jobs.submit(request, scope);
    const again = await jobs.submit(
      asking(request, { settingsJson: '{ "treat_unknown": "reject", "charge_ph": 7.0 }' }),
      scope,
    );
    expect(again).toMatchObject({ replayed: true, job: { id: first.job!.id } });
  });

  it('finds the same job when a gateway of release 0.2 repeats it, without the embedded submission', async () => {
    const { jobs, member } = await startJobs();
    const { scope } = await member(10);
    const request = aSubmission();
    const first = await jobs.submit({ ...request, submission: undefined }, scope);
    const repeats = [await jobs.submit(request, scope), await jobs.findSubmission(request, scope)];
    for (const again of repeats) expect(again).toMatchObject({ replayed: true, job: { id: first.job!.id } });
  });

  it('keeps base64 content decoded, so that a runner stages it as it is', async () => {
    const { jobs, leases, member, claimOne } = await startJobs();
    const { scope } = await member(10);
    const text = '\ufeff>µ\r\nMKV\r\n';
    const [input] = aSubmission().inputs;
    const encoded = { content: Buffer.from(text).toString('base64'), contentEncoding: ContentEncoding.BASE64 };
    await jobs.submit(aSubmission({ inputs: [{ ...input!, ...encoded }] }), scope);
    const { inputs } = await leases.fetchInputs(await claimOne());
    expect(inputs).toMatchObject([{ content: text, contentEncoding: ContentEncoding.UTF8 }]);
  });

  it('is accepted exactly 7 times in parallel with credits for 7 jobs', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(7);
    const answers = await codes(Array.from({ length: 60 }, () => jobs.submit(aSubmission(), scope)));
    expect(counted(answers)).toEqual({ accepted: 7, insufficient_credits: 53 });
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(0);
  });

  it('is accepted exactly 5 times in parallel under a limit of 5; the others hold nothing', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(1_000);
    await billing.operator.setLimits({ workspaceId, concurrentJobs: 5 });
    const answers = await codes(Array.from({ length: 60 }, () => jobs.submit(aSubmission(), scope)));
    expect(counted(answers)).toEqual({ accepted: 5, concurrent_job_limit_exceeded: 55 });
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(995_000);
  });

  it('refused at the limit is accepted with the same id after another job has ended', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(10);
    await billing.operator.setLimits({ workspaceId, concurrentJobs: 1 });
    const { job: first } = await jobs.submit(aSubmission(), scope);
    const second = aSubmission();
    await expect(jobs.submit(second, scope)).rejects.toMatchObject({ code: 'concurrent_job_limit_exceeded' });
    await jobs.cancel({ jobId: first!.id }, scope);
    expect((await jobs.submit(second, scope)).replayed).toBe(false);
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(9_000);
  });

  it('refused at the limit repeatedly leaves one voided hold, not one for each attempt', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(10);
    await billing.operator.setLimits({ workspaceId, concurrentJobs: 1 });
    await jobs.submit(aSubmission(), scope);
    const refused = aSubmission();
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(...(await codes([jobs.submit(refused, scope)])));
    expect(counted(answers)).toEqual({ concurrent_job_limit_exceeded: 5 });
    // Entries for the grant, the hold of the first job, and the hold of the second job with its release.
    expect((await billing.operator.listTransfers({ workspaceId, limit: 10 })).transfers).toHaveLength(4);
  });

  it('beyond the daily limit is refused; cancelled jobs count', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(10);
    await billing.operator.setLimits({ workspaceId, jobsPerDay: 1 });
    const { job } = await jobs.submit(aSubmission(), scope);
    await jobs.cancel({ jobId: job!.id }, scope);
    await expect(jobs.submit(aSubmission(), scope)).rejects.toMatchObject({ code: 'daily_limit_exceeded' });
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(10_000);
  });

  it('above max_quoted_credits is refused before anything is held', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(10);
    await expect(jobs.submit(aSubmission({ maxQuotedMillicredits: 0 }), scope)).rejects.toMatchObject({
      code: 'price_changed',
      details: { quoted: 1, max: 0 },
    });
    await expect(jobs.submit(aMeteredSubmission({ maxQuotedMillicredits: 2_000 }), scope)).rejects.toMatchObject({
      code: 'price_changed',
    });
    expect((await billing.operator.listTransfers({ workspaceId, limit: 10 })).transfers).toHaveLength(1);
  });

  it('with invalid input gets an error with the path, and holds nothing', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(10);
    const request = aSubmission();
    request.inputs[0]!.content = '>x\nMKT1\n';
    await expect(jobs.submit(request, scope)).rejects.toMatchObject({
      code: 'validation_error',
      message: "input.inputs[0].content: line 2: character '1' is not an amino acid code",
    });
    expect((await billing.operator.listTransfers({ workspaceId, limit: 10 })).transfers).toHaveLength(1);
  });

  it('whose hold a crash left behind finds that hold again', async () => {
    const { jobs, billing, member, db } = await startJobs();
    const { workspaceId, scope } = await member(10);
    const request = aSubmission();
    const { job } = await jobs.submit(request, scope);
    // The state after a crash between the two commits.
    await db.query('delete from submissions');
    await db.query('delete from hold_owners');
    await db.query('delete from jobs where id = $1', [job!.id]);
    expect((await jobs.submit(request, scope)).replayed).toBe(false);
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(9_000);
  });

  it('whose hold the sweep has released takes another hold', async () => {
    const { jobs, billing, member, deps, db } = await startJobs();
    const { workspaceId, scope } = await member(10);
    const request = aSubmission();
    const { job } = await jobs.submit(request, scope);
    await eventually(async () => (await billing.jobs.listUnclaimedHolds({ limit: 1 })).holds.length === 0);
    await billing.db.query('update holds set claimed_at = null');
    await db.query('delete from submissions');
    await db.query('delete from hold_owners');
    await db.query('delete from jobs where id = $1', [job!.id]);
    expect(await sweepHolds({ ...deps, olderThanSeconds: 0 })).toBe(1);
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(10_000);
    expect((await jobs.submit(request, scope)).replayed).toBe(false);
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(9_000);
  });

  it('that is settled has its hold settled again after billing was restored to an earlier time', async () => {
    const { jobs, member, deps, db } = await startJobs();
    const { scope } = await member(10);
    const { job } = await jobs.submit(aSubmission(), scope);
    await jobs.cancel({ jobId: job!.id }, scope);
    const { rows } = await db.query('select hold_id from jobs where id = $1 and finalized_at is not null', [job!.id]);
    const holdId: string = rows[0].hold_id;
    const asked: object[] = [];
    const billing: typeof deps.billing = {
      ...deps.billing,
      listUnclaimedHolds: async () => ({ holds: [{ holdId }] }) as never,
      claimHolds: () => Promise.reject(new Error('it is nobody’s any more')),
      settleHolds: (request, scope) => {
        asked.push(request);
        return deps.billing.settleHolds(request, scope);
      },
    };
    await sweepHolds({ ...deps, billing });
    expect(asked).toEqual([{ settlements: [{ holdId, chargeMillicredits: 0 }] }]);
  });

  it('makes a PENDING job while no runner offers its tool', async () => {
    const { jobs, member, leases } = await startJobs();
    const { scope } = await member(10);
    await leases.announce({ runnerId: 'r1', offers: [] });
    const { job } = await jobs.submit(aSubmission(), scope);
    expect(job).toMatchObject({ status: JobStatus.PENDING, error: expect.stringContaining('No runner offers') });
  });
});

describe('a quote', () => {
  it('returns price, limits and blocking errors, and reserves nothing', async () => {
    const { jobs, billing, member } = await startJobs();
    const { workspaceId, scope } = await member(2);
    await billing.operator.setLimits({ workspaceId, jobsPerDay: 5 });
    const { tool, inputs } = aMeteredSubmission();
    const quote = await jobs.quote({ tool, inputs, maxReservedMillicredits: 5_000 }, scope);
    expect(quote).toMatchObject({
      mode: BillingMode.METERED_RUNTIME,
      reservedMillicredits: 3_000,
      rateMillicreditsPerMinute: 3_000,
      maxBillableRuntimeMs: 60_000,
      availableMillicredits: 2_000,
      activeJobs: 0,
      dailyLimitUsed: 0,
      dailyLimitMax: 5,
    });
    expect(quote.blockingErrors.map(({ code }) => code)).toEqual(['insufficient_credits']);
    expect((await billing.operator.checkLedger({})).openHolds).toBe(0);
  });
});
