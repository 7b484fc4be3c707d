import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Definition, Edge, WorkflowNode } from '../definition/schema.ts';
import { createWorld, type Fate, type Plan } from '../testing/engineModel.ts';
import { type AttemptState, counts, isFinal } from './attempt.ts';

type World = ReturnType<typeof createWorld>;

/** Lets one possible thing happen after another until nothing can happen any more; fails when that takes too long. */
function play(world: World, pick: (choices: number) => number): AttemptState {
  for (let step = 0; step < 3_000; step++) {
    const went = world.act(pick);
    world.check();
    if (!went) return world.attempt;
  }
  throw new Error(`still ${world.attempt.status} after 3,000 steps: ${JSON.stringify(world.attempt)}`);
}

/** A pseudo-random order by seed: each possible thing has the same chance. */
function randomly(seed: number): (choices: number) => number {
  let state = seed >>> 0;
  return (choices) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * choices);
  };
}

const nodeKinds = ['each', 'all', 'filter', 'rank', 'branch', 'curation', 'join', 'collect'] as const;

interface Part {
  kind: (typeof nodeKinds)[number];
  /** The nodes before this node that lead to it. */
  from: number[];
  maxParallel?: number;
  failFast: boolean;
}

const part: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom(...nodeKinds),
  from: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  maxParallel: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  failFast: fc.boolean(),
});

/** Makes a sound graph: each node follows some earlier nodes, and every loose end leads to an output. */
function graphOf(parts: Part[], { failFast }: { failFast: boolean }): Definition {
  const nodes: WorkflowNode[] = [{ id: 'in', type: 'input', kind: 'smiles' }];
  const edges: Edge[] = [];
  for (const [i, one] of parts.entries()) {
    const id = `n${i}`;
    const sources = [...new Set(one.from.map((from) => nodes[from % nodes.length]!))];
    nodes.push(nodeOf(id, one, failFast));
    for (const [at, source] of sources.entries()) edges.push(edgeTo(id, source, one, at));
  }
  const dead = nodes.filter(({ id }) => !edges.some(({ source }) => source === id));
  for (const [i, source] of dead.entries()) {
    nodes.push({ id: `out${i}`, type: 'output' });
    edges.push(edgeTo(`out${i}`, source, undefined, 0));
  }
  return { nodes, edges };
}

function nodeOf(id: string, { kind, maxParallel, failFast }: Part, allowed: boolean): WorkflowNode {
  if (kind === 'each' || kind === 'all') {
    const policy = { max_parallel: maxParallel, on_item_error: failFast && allowed ? 'fail' : 'continue' } as const;
    return { id, type: 'tool', tool: 't', mode: kind, ...(kind === 'each' ? { each_slot: 'in' } : {}), ...policy };
  }
  if (kind === 'filter') return { id, type: 'filter', filters: {} };
  if (kind === 'branch') return { id, type: 'branch', cases: [{ name: 'many', when: { count: { gt: 2 } } }] };
  if (kind === 'join') return { id, type: 'join', on: { items: 'a', with: 'b' } };
  return { id, type: kind };
}

function edgeTo(target: string, source: WorkflowNode, to: Part | undefined, at: number): Edge {
  const isTool = to?.kind === 'each' || to?.kind === 'all';
  const port = source.type === 'branch' ? ['many', 'otherwise'][(target.length + at) % 2] : undefined;
  return {
    source: source.id,
    target,
    ...(port ? { source_port: port } : {}),
    ...(isTool ? { target_slot: at === 1 ? 'more' : 'in' } : {}),
    ...(to?.kind === 'join' ? { target_slot: at === 1 ? 'with' : 'items' } : {}),
  };
}

const fates: fc.Arbitrary<(nodeId: string, n: number) => Fate> = fc
  .array(fc.constantFrom<Fate>('done', 'done', 'done', 'failed', 'refused'), { minLength: 1, maxLength: 7 })
  .map((fates) => (nodeId, n) => fates[(nodeId.length * 3 + nodeId.charCodeAt(1) + n) % fates.length]!);

const parts = fc.array(part, { minLength: 1, maxLength: 7 });
const items = fc.integer({ min: 0, max: 4 });
const concurrency = fc.integer({ min: 1, max: 5 });
const credits = fc.option(
  fc.record({ jobs: fc.nat(5), reason: fc.constantFrom('max_credits' as const, 'insufficient_credits' as const) }),
  { nil: undefined },
);

describe('a batch', () => {
  it('has one job for each line at most, and ends settled, with crashes between any two steps', () => {
    const lines = fc.integer({ min: 1, max: 12 });
    const enough = fc.boolean();
    const plan = fc.record({ lines, enough, fateOf: fates, concurrency, creditsRunOutAfter: credits, seed: fc.nat() });
    fc.assert(
      fc.property(plan, ({ lines, enough, seed, ...how }) => {
        const world = createWorld({ items: 0, lines, enough, ...how });
        const { status, nodes } = play(world, randomly(seed));
        expect(isFinal(status)).toBe(true);
        const { waiting, active, done, failed, skipped } = counts(nodes.lines!);
        expect([waiting, active, done + failed + skipped]).toEqual([0, 0, lines]);
        if (!enough) expect(skipped).toBe(0);
        expect(new Set([...world.jobs.values()].map(({ row }) => row.n)).size).toBe(world.jobs.size);
        const [charged, noted] = world.charges();
        expect(noted).toBe(charged);
        const expected = failed === 0 ? 'COMPLETED' : done > 0 || enough ? 'COMPLETED_WITH_ERRORS' : 'FAILED';
        expect(status).toBe(done === 0 && failed > 0 ? 'FAILED' : expected);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a run', () => {
  it('ends for any graph, job outcomes and order of events, with crashes between any two steps', () => {
    const plan = fc.record({ parts, items, fateOf: fates, concurrency, creditsRunOutAfter: credits, seed: fc.nat() });
    fc.assert(
      fc.property(plan, ({ parts, seed, ...how }) => {
        const world = createWorld({ definition: graphOf(parts, { failFast: true }), ...how });
        const { status, nodes } = play(world, randomly(seed));
        expect(isFinal(status)).toBe(true);
        for (const node of Object.values(nodes)) expect(counts(node)).toMatchObject({ waiting: 0, active: 0 });
        // Every existing job belongs to a child that has ended. So the run's totals include its charge.
        for (const { row } of world.jobs.values()) expect(['DONE', 'FAILED']).toContain(row.state);
        const [charged, noted] = world.charges();
        expect(noted).toBe(charged);
      }),
      { numRuns: 400 },
    );
  });

  it('ends the same when events are repeated, late or out of order', () => {
    const plan = fc.record({ parts, items, fateOf: fates, concurrency, creditsRunOutAfter: credits });
    fc.assert(
      fc.property(plan, fc.nat(), fc.nat(), ({ parts, ...how }, one, other) => {
        const definition = graphOf(parts, { failFast: false });
        const end = (seed: number, echoes: boolean) => {
          const world = createWorld({ definition, ...how, echoes });
          const { status, nodes } = play(world, randomly(seed));
          const charges = world.charges();
          return {
            status,
            charges,
            nodes: Object.entries(nodes).map(([id, { error: _, ...node }]) => ({ id, ...node })),
          };
        };
        expect(end(other, true)).toEqual(end(one, false));
      }),
      { numRuns: 200 },
    );
  });

  it('ends the same in any order of events', () => {
    const plan = fc.record({ parts, items, fateOf: fates, concurrency, creditsRunOutAfter: credits });
    fc.assert(
      fc.property(plan, fc.nat(), fc.nat(), ({ parts, ...how }, one, other) => {
        const definition = graphOf(parts, { failFast: false });
        const end = (seed: number) => {
          const { status, nodes } = play(createWorld({ definition, ...how }), randomly(seed));
          return { status, nodes: Object.entries(nodes).map(([id, { error: _, ...node }]) => ({ id, ...node })) };
        };
        expect(end(other)).toEqual(end(one));
      }),
      { numRuns: 200 },
    );
  });

  it('begins no job, and keeps its cost, after a cancel with submissions in flight', () => {
    const cancelUnanswered = fc.boolean();
    const how = { parts, items, fateOf: fates, concurrency, creditsRunOutAfter: credits, cancelUnanswered };
    const plan = fc.record({ ...how, cancelAt: fc.nat(60) });
    fc.assert(
      fc.property(plan, fc.nat(), ({ parts, ...how }, seed) => {
        const world = createWorld({ definition: graphOf(parts, { failFast: true }), ...how });
        let launched: number | undefined;
        for (let step = 0; step < 3_000; step++) {
          if (world.attempt.status === 'CANCELLED') launched ??= world.rows.size;
          if (!world.act(randomly(seed + step))) break;
          world.check();
        }
        expect(isFinal(world.attempt.status)).toBe(true);
        if (launched !== undefined) expect(world.rows.size).toBe(launched);
        if (world.answered !== undefined) expect(world.charges()[0]).toBe(world.answered);
        for (const { row } of world.jobs.values()) expect(['DONE', 'FAILED']).toContain(row.state);
        for (const { state } of world.rows.values()) expect(['DONE', 'FAILED', 'DROPPED']).toContain(state);
        const [charged, noted] = world.charges();
        expect(noted).toBe(charged);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the end of a run', () => {
  const edges = (...pairs: [string, string, string?][]): Edge[] =>
    pairs.map(([source, target, port]) => ({
      source,
      target,
      ...(port ? { source_port: port } : {}),
      ...(target.startsWith('t') ? { target_slot: 'in' } : {}),
    }));
  const each = (id: string, more = {}): WorkflowNode => ({
    id,
    type: 'tool',
    tool: 't',
    mode: 'each',
    each_slot: 'in',
    ...more,
  });
  const node = (id: string, type: 'collect' | 'output' | 'curation'): WorkflowNode => ({ id, type });
  const input: WorkflowNode = { id: 'in', type: 'input', kind: 'smiles' };

  function end(definition: Definition, how: Partial<Plan> = {}): AttemptState {
    const plan = { items: 3, fateOf: (): Fate => 'done', concurrency: 10, ...how };
    return play(createWorld({ definition, ...plan }), randomly(1));
  }

  const simple: Definition = {
    nodes: [input, each('t1'), node('out', 'output')],
    edges: edges(['in', 't1'], ['t1', 'out']),
  };

  it('is COMPLETED when nothing failed', () => {
    expect(end(simple)).toMatchObject({ status: 'COMPLETED', nodes: { t1: { total: 3, done: 3 } } });
  });

  it('is COMPLETED_WITH_ERRORS when some items failed and an output was reached', () => {
    const state = end(simple, { fateOf: (_, n) => (n === 1 ? 'failed' : 'done') });
    expect(state).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', nodes: { t1: { done: 2, failed: 1 } } });
  });

  it('is FAILED when all items failed, and says why', () => {
    expect(end(simple, { fateOf: () => 'failed' })).toMatchObject({
      status: 'FAILED',
      error: 't1: 3 of 3 jobs failed; the first: failed',
      nodes: { t1: { status: 'FAILED' }, out: { status: 'SKIPPED' } },
    });
  });

  it('is COMPLETED for a fan-out over nothing, which launches nothing', () => {
    expect(end(simple, { items: 0 })).toMatchObject({
      status: 'COMPLETED',
      nodes: { t1: { status: 'COMPLETED', total: 0 } },
    });
  });

  it('skips the untaken side of a branch and all that only it leads to; a collect goes on', () => {
    const definition: Definition = {
      nodes: [
        input,
        { id: 'enough', type: 'branch', cases: [{ name: 'many', when: { count: { gt: 2 } } }] },
        each('t1'),
        each('t2'),
        node('join', 'collect'),
        node('out', 'output'),
      ],
      edges: edges(
        ['in', 'enough'],
        ['enough', 't1', 'many'],
        ['enough', 't2', 'otherwise'],
        ['t1', 'join'],
        ['t2', 'join'],
        ['join', 'out'],
      ),
    };
    expect(end(definition)).toMatchObject({
      status: 'COMPLETED',
      nodes: { t1: { done: 3 }, t2: { status: 'SKIPPED', total: 0 }, join: { status: 'COMPLETED' } },
    });
  });

  it('skips a join on the untaken side of a branch, with or without items in its other slot', () => {
    const join = (id: string): WorkflowNode => ({ id, type: 'join', on: { items: 'a', with: 'a' }, keep: 'all' });
    const definition: Definition = {
      nodes: [
        input,
        { id: 'enough', type: 'branch', cases: [{ name: 'many', when: { count: { gt: 2 } } }] },
        join('taken'),
        join('untaken'),
        node('out', 'output'),
      ],
      edges: [
        ...edges(['in', 'enough'], ['taken', 'out'], ['untaken', 'out']),
        { source: 'in', target: 'taken' },
        { source: 'in', target: 'untaken' },
        { source: 'enough', source_port: 'many', target: 'taken', target_slot: 'with' },
        { source: 'enough', source_port: 'otherwise', target: 'untaken', target_slot: 'with' },
      ],
    };
    expect(end(definition)).toMatchObject({
      status: 'COMPLETED',
      nodes: {
        taken: { status: 'COMPLETED' },
        untaken: { status: 'SKIPPED', error: "No items reach the slot 'with'." },
      },
    });
  });

  it('gives up the rest of a node at its first failure if `on_item_error` is `fail`', () => {
    const definition = {
      ...simple,
      nodes: [input, each('t1', { on_item_error: 'fail', max_parallel: 1 }), node('out', 'output')],
    };
    const { status, nodes } = end(definition, { fateOf: (_, n) => (n === 0 ? 'failed' : 'done') });
    expect(status).toBe('FAILED');
    expect(counts(nodes.t1!)).toEqual({ waiting: 0, active: 0, done: 0, failed: 1, skipped: 2 });
  });

  it('refuses to start more jobs than a run may have', () => {
    const { status, error } = end(simple, { items: 10_001 });
    expect(status).toBe('FAILED');
    expect(error).toBe('t1: It would need 10001 jobs; a run can have at most 10000.');
  });

  it('passes an empty checkpoint without a decision', () => {
    const definition: Definition = {
      nodes: [input, node('review', 'curation'), node('out', 'output')],
      edges: edges(['in', 'review'], ['review', 'out']),
    };
    expect(end(definition, { items: 0 })).toMatchObject({
      status: 'COMPLETED',
      nodes: { review: { status: 'COMPLETED' } },
    });
  });
});
