import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toGraph } from '../definition/graph.ts';
import { type NodeState, newNode } from '../engine/attempt.ts';
import { nodesToRepeat } from './planReuse.ts';

/** A graph in which node `n` comes after some earlier nodes. */
const shape = fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { minLength: 1, maxLength: 9 });
const ends = fc.array(fc.constantFrom('COMPLETED', 'COMPLETED', 'SKIPPED', 'FAILED', 'CANCELLED', 'partly'), {
  minLength: 9,
  maxLength: 9,
});

it('repeats the failed node, incomplete nodes beside it, and all nodes after these', () => {
  fc.assert(
    fc.property(shape, ends, fc.nat(8), (parts, ends, at) => {
      const ids = parts.map((_, n) => `n${n}`);
      const edges = parts.flatMap((from, n) =>
        n === 0 ? [] : [...new Set(from.map((one) => one % n))].map((m) => ({ source: `n${m}`, target: `n${n}` })),
      );
      // Listed in reverse, because the order of a definition means nothing.
      const nodes = ids.toReversed().map((id) => ({ id, type: 'collect' as const }));
      const graph = toGraph({ nodes, edges }, new Map());
      const failedNode = ids[at % ids.length]!;
      const stateOf = (end: string): NodeState =>
        end === 'partly' ? { ...newNode, status: 'COMPLETED', failed: 1 } : { ...newNode, status: end as 'FAILED' };
      const states = Object.fromEntries(ids.map((id, n) => [id, stateOf(ends[n]!)]));
      const again = nodesToRepeat(graph, { nodes: states }, failedNode);

      const leads = (from: string, to: string): boolean =>
        edges.some(({ source, target }) => source === from && (target === to || leads(target, to)));
      const isIncomplete = (id: string) => ['FAILED', 'CANCELLED', 'partly'].includes(ends[ids.indexOf(id)]!);
      const roots = ids.filter((id) => id === failedNode || (isIncomplete(id) && !leads(id, failedNode)));
      const expected = ids.filter((id) => roots.some((root) => root === id || leads(root, id)));
      expect([...again].toSorted()).toEqual(expected.toSorted());
      for (const id of ids) if (leads(id, failedNode)) expect(again.has(id)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
