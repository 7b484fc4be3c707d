import { randomUUID } from 'node:crypto';
import type { RetryRunRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

/** Runs that have failed, which can be retried. */
async function startFailed(runs: number) {
  const world = await startWorkflows();
  const owner = await world.published(thin);
  const runIds = await Promise.all(Array.from({ length: runs }, () => owner.start({ proteins: '>a\nMKV\n' })));
  await world.settle(() => 'no luck');
  const retry = (submissionId: string, runId: string, more: Partial<RetryRunRequest> = {}) =>
    world.workflows.retry({ submissionId, runId, mode: 'ATTEMPT_MODE_FROM_START', nodeId: '', ...more }, owner.scope);
  const attemptsOf = async (runId: string) => (await owner.run(runId)).run!.attempts.length;
  return { ...world, runIds, retry, attemptsOf };
}

/** The answers of requests that are sent at once: how many began something, repeated something, and were refused, and why. */
async function outcomesOf(requests: Promise<{ replayed: boolean }>[]) {
  const outcomes = await Promise.allSettled(requests);
  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value.replayed : []));
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.details?.reason : []));
  return { begun: answers.filter((replayed) => !replayed).length, replayed: answers.filter(Boolean).length, reasons };
}

describe('retries with one key at once', () => {
  it('for different runs begin one attempt, and refuse the other', async () => {
    const { runIds, retry, attemptsOf } = await startFailed(12);
    for (let i = 0; i < runIds.length; i += 2) {
      const key = randomUUID();
      const pair = runIds.slice(i, i + 2);
      expect(await outcomesOf(pair.map((runId) => retry(key, runId)))).toEqual({
        begun: 1,
        replayed: 0,
        reasons: ['idempotency_key_reused'],
      });
      expect((await Promise.all(pair.map(attemptsOf))).toSorted()).toEqual([1, 2]);
    }
  });

  it('with different bodies begin one attempt, and refuse the other', async () => {
    const { runIds, retry } = await startFailed(6);
    for (const runId of runIds) {
      const key = randomUUID();
      const { begun, reasons } = await outcomesOf([retry(key, runId), retry(key, runId, { maxMillicredits: 5_000 })]);
      expect([begun, reasons]).toEqual([1, ['idempotency_key_reused']]);
    }
  });

  it('with the same body begin one attempt, with one budget, and answer it to both', async () => {
    const { runIds, retry, budgets } = await startFailed(6);
    for (const runId of runIds) {
      const key = randomUUID();
      const same = () => retry(key, runId, { maxMillicredits: 5_000 });
      expect(await outcomesOf([same(), same(), same()])).toEqual({ begun: 1, replayed: 2, reasons: [] });
    }
    expect(budgets.size).toBe(runIds.length);
  });
});
