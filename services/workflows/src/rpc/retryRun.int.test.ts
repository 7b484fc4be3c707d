import { randomUUID } from 'node:crypto';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { type RetryRunRequest, ReuseVerdict } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../definition/schema.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

/** Makes failed runs, which can be retried. */
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

/** Sends requests at the same time. Returns how many began an attempt, were repeats, or were refused, and the reasons. */
async function outcomesOf(requests: Promise<{ replayed: boolean }>[]) {
  const outcomes = await Promise.allSettled(requests);
  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value.replayed : []));
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.details?.reason : []));
  return { begun: answers.filter((replayed) => !replayed).length, replayed: answers.filter(Boolean).length, reasons };
}

describe('retries with one key at once', () => {
  it('begin one attempt for different runs, and refuse the other request', async () => {
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

  it('begin one attempt for different bodies, and refuse the other request', async () => {
    const { runIds, retry } = await startFailed(6);
    for (const runId of runIds) {
      const key = randomUUID();
      const { begun, reasons } = await outcomesOf([retry(key, runId), retry(key, runId, { maxMillicredits: 5_000 })]);
      expect([begun, reasons]).toEqual([1, ['idempotency_key_reused']]);
    }
  });

  it('begin one attempt with one budget for the same body, and return it to both', async () => {
    const { runIds, retry, budgets } = await startFailed(6);
    for (const runId of runIds) {
      const key = randomUUID();
      const same = () => retry(key, runId, { maxMillicredits: 5_000 });
      expect(await outcomesOf([same(), same(), same()])).toEqual({ begun: 1, replayed: 2, reasons: [] });
    }
    expect(budgets.size).toBe(runIds.length);
  });
});

/** Two tools beside each other, and a third after both. */
const branches: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'left', type: 'tool', tool: 'protein-properties' },
    { id: 'right', type: 'tool', tool: 'protein-properties' },
    { id: 'both', type: 'collect' },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'left' },
    { source: 'proteins', target: 'right' },
    { source: 'left', source_port: 'properties', target: 'both' },
    { source: 'right', source_port: 'properties', target: 'both' },
    { source: 'both', target: 'out' },
  ],
};

describe('a retry from a node of one branch', () => {
  async function endWith(failing: string[]) {
    const world = await startWorkflows();
    const owner = await world.published(branches);
    const runId = await owner.start({ proteins: '>a\nMKV\n' });
    const properties = { rows: { properties: [{ value: { length: 3 } }] } };
    const nodeOf = (parentRef = '') => parentRef.split('/')[1]!;
    await world.settle(({ parentRef }) => (failing.includes(nodeOf(parentRef)) ? 'no luck' : properties));
    const mode = 'ATTEMPT_MODE_FROM_FAILED_NODE' as const;
    const request = { submissionId: randomUUID(), runId, mode, nodeId: failing[0]! };
    const before = world.jobs.all().length;
    const { reuse } = await world.workflows.retry(request, owner.scope);
    await world.settle(() => properties);
    const { run, nodes } = await owner.run(runId);
    const verdicts = Object.fromEntries(reuse.map(({ nodeId, verdict }) => [nodeId, verdict]));
    const items = nodes.find(({ id }) => id === 'out')!.items;
    return { verdicts, status: run!.status, items, jobs: world.jobs.all().length - before };
  }
  const [again, reused] = [ReuseVerdict.RUNS_AGAIN, ReuseVerdict.REUSED];

  it('runs the other branch again when that has failed too', async () => {
    expect(await endWith(['left', 'right'])).toEqual({
      verdicts: { proteins: reused, left: again, right: again, both: again, out: again },
      status: RunStatus.COMPLETED,
      items: 2,
      jobs: 2,
    });
  });

  it('is refused when a file of the other branch is gone or has another size', async () => {
    const world = await startWorkflows();
    const owner = await world.published(branches);
    const runId = await owner.start({ proteins: '>a\nMKV\n' });
    const files = { properties: [{ name: 'a.txt', content: 'MKV', format: 'TEXT' }] };
    await world.settle(({ parentRef }) => (parentRef!.includes('/right/') ? 'no luck' : { files }));
    const retry = () => {
      const mode = 'ATTEMPT_MODE_FROM_FAILED_NODE' as const;
      return world.workflows.retry({ submissionId: randomUUID(), runId, mode, nodeId: 'right' }, owner.scope);
    };
    const { rows } = await world.db.query(`select file ->> 'key' as key from items where file is not null`);
    await world.blobs.put(rows[0].key, 'MKVMKV');
    await expect(retry()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The result of left cannot be reused: The file a\.txt of job_\w+ is gone or damaged\.$/,
      ),
      details: { reason: 'reuse_failed', node_id: 'left', difference: 'no_result' },
    });
    await world.blobs.put(rows[0].key, 'MKV');
    expect((await retry()).reuse.find(({ nodeId }) => nodeId === 'left')).toMatchObject({ verdict: reused });
  });

  it('reuses the other branch when that is complete', async () => {
    expect(await endWith(['right'])).toEqual({
      verdicts: { proteins: reused, left: reused, right: again, both: again, out: again },
      status: RunStatus.COMPLETED,
      items: 2,
      jobs: 1,
    });
  });
});
