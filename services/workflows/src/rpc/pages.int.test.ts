import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import type { ChildJob } from '@rotamer/proto/workflows/v1/workflow.ts';
import { GetResultsRequest, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../definition/limits.ts';
import type { Definition } from '../definition/schema.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { createRevisions } from '../workflow/revisions.ts';
import { getResults } from './getResults.ts';

/** Splits its input into records, describes each of them twice, and has two outputs. */
const wide: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'short', type: 'filter', filters: { length: { lt: 1_000_000 } } },
    { id: 'one', type: 'tool', tool: 'protein-properties', mode: 'each' },
    { id: 'two', type: 'tool', tool: 'protein-properties', mode: 'each' },
    { id: 'first', type: 'output' },
    { id: 'second', type: 'output' },
    { id: 'third', type: 'output' },
    { id: 'fourth', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'short' },
    { source: 'short', target: 'one' },
    { source: 'short', target: 'two' },
    { source: 'short', target: 'first' },
    { source: 'proteins', target: 'second' },
    { source: 'one', source_port: 'properties', target: 'third' },
    { source: 'two', source_port: 'properties', target: 'fourth' },
  ],
};

/** Has one output, and no jobs. */
const narrow: Definition = {
  nodes: wide.nodes.filter(({ id }) => ['proteins', 'short', 'first'].includes(id)),
  edges: wide.edges.slice(0, 1).concat({ source: 'short', target: 'first' }),
};

const fasta = (lengths: number[]) => lengths.map((length, i) => `>r${i}\n${'A'.repeat(length)}\n`).join('');

async function startWide(lengths: number[], definition = wide) {
  const world = await startWorkflows();
  const owner = await world.published(definition);
  const runId = await owner.start({ proteins: fasta(lengths) });
  await world.settle();
  return { ...world, owner, runId };
}

describe('pages of the jobs of a run', () => {
  it('have each job once and in order, for any limits', async () => {
    const { workflows, owner, runId } = await startWide([5, 5, 5, 5, 5, 5, 5]);
    const read = async (pick: () => number, nodeId = '') => {
      const all: ChildJob[] = [];
      for (let after = '', more = true; more; ) {
        const limit = pick();
        const page = await workflows.listChildren({ runId, limit, after, nodeId }, owner.scope);
        expect(page.children.length).toBeLessThanOrEqual(limit);
        all.push(...page.children);
        after = `${all.at(-1)?.nodeId}/${all.at(-1)?.n}`;
        more = page.hasMore;
      }
      return all.map((child) => `${child.nodeId}/${child.n}`);
    };
    const jobsOf = (nodeId: string) => Array.from({ length: 7 }, (_, n) => `${nodeId}/${n}`);
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 1, max: 16 })), async (sizes) => {
        const pick = () => sizes.next().value!;
        expect(await read(pick)).toEqual([...jobsOf('one'), ...jobsOf('two')]);
        expect(await read(pick, 'two')).toEqual(jobsOf('two'));
      }),
      { numRuns: 15 },
    );
  });

  it('refuses a cursor that is not a place', async () => {
    const { workflows, owner, runId } = await startWide([5]);
    for (const after of ['one', 'one/x', '/1', 'one/1/1', `one/${'9'.repeat(7)}`])
      await expect(workflows.listChildren({ runId, limit: 5, after }, owner.scope)).rejects.toThrow('starting_after');
  });
});

describe('pages of the results of a run', () => {
  /** Reads all pages. Returns the labels and the lengths of the contents, by node. */
  async function readAll({ workflows, owner, runId }: Awaited<ReturnType<typeof startWide>>) {
    const found = new Map<string, { label: string; content?: number }[]>();
    let pages = 0;
    for (let after = '', more = true; more; pages++) {
      const page = await workflows.getResults({ runId, attemptId: '', after }, owner.scope);
      expect(encodedBytes(RunResults, page)).toBeLessThan(limits.messageBytes + 4_096);
      for (const { nodeId, items } of page.nodes) {
        const content = items.map(({ label, content }) => ({
          label,
          content: content?.$case === 'text' ? content.value.length : undefined,
        }));
        found.set(nodeId, [...(found.get(nodeId) ?? []), ...content]);
      }
      after = page.next;
      more = after !== '';
    }
    return { found, pages };
  }

  it('have each item of each output once and in order, for any lengths', async () => {
    const length = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 3_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(length, { minLength: 150, maxLength: 300 }), async (lengths) => {
        const { found, pages } = await readAll(await startWide(lengths));
        // The contents of two outputs are the records themselves.
        const bytes = 2 * lengths.reduce((sum, length) => sum + length, 0);
        if (bytes > limits.messageBytes) expect(pages).toBeGreaterThan(1);
        const labels = lengths.map((_, i) => `r${i}`);
        for (const nodeId of ['first', 'second']) expect(found.get(nodeId)!.map(({ label }) => label)).toEqual(labels);
        // Content of up to an equal share of 1 MiB is shown.
        const shared = Math.floor((1024 * 1024) / lengths.length);
        for (const [i, { content }] of found.get('first')!.entries())
          if (lengths[i]! + 10 < shared) expect(content).toBeGreaterThanOrEqual(lengths[i]!);
      }),
      // Each run starts a service, so a failing case is not made smaller.
      { numRuns: long ? 6 : 1, endOnFailure: true },
    );
  });

  it('of one output read no more items than were asked for', async () => {
    const { workflows, owner, runId, db } = await startWide(Array.from({ length: 150 }, () => 3));
    let read = 0;
    const query = async (text: string, values?: unknown[]) => {
      const answer = await db.query(text, values);
      read += answer.rows.length;
      return answer;
    };
    const ask = getResults({ db: { ...db, query } as typeof db, revisions: createRevisions(db) });
    const readFor = async (asked: object) => {
      read = 0;
      const page = await ask(GetResultsRequest.fromPartial({ runId, ...asked }), { ...owner.scope } as never);
      return { page, read };
    };
    const [few, all] = [await readFor({ nodeId: 'first', limit: 5 }), await readFor({})];
    expect([few.read < 20, all.read > 400]).toEqual([true, true]);
    expect(
      few.page.nodes.map(({ nodeId, items, moreItems }) => [nodeId, items.map(({ label }) => label), moreItems]),
    ).toEqual([['first', ['r0', 'r1', 'r2', 'r3', 'r4'], true]]);
    expect(few.page.next).toBe('');
    const jobs = await workflows.getResults({ runId, nodeId: 'one', limit: 5 }, owner.scope);
    expect(jobs.nodes).toMatchObject([
      { nodeId: 'one', children: Array(5).fill({ nodeId: 'one' }), moreChildren: true },
    ]);
    await expect(workflows.getResults({ runId, nodeId: 'none' }, owner.scope)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('show the first 1,000 items of an output, and say that there are more', async () => {
    const world = await startWide(
      Array.from({ length: 1_203 }, () => 3),
      narrow,
    );
    const { found } = await readAll(world);
    expect(found.get('first')!.map(({ label }) => label)).toEqual(Array.from({ length: 1_000 }, (_, i) => `r${i}`));
    const { nodes } = await world.workflows.getResults({ runId: world.runId }, world.owner.scope);
    expect(nodes.find(({ nodeId }) => nodeId === 'first')).toMatchObject({ moreItems: true });
  });
});
