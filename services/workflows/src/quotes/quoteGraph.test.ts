import type { CreditModel } from '@rotamer/tools/contract.ts';
import { expect, it } from 'vitest';
import type { OfferedTool } from '../definition/catalogue.ts';
import { toGraph } from '../definition/graph.ts';
import type { Definition } from '../definition/schema.ts';
import { exactly, type KnownNode, quoteGraph, totalOf } from './quoteGraph.ts';

const tool = (credit: CreditModel): OfferedTool =>
  ({
    available: true,
    contract: {
      credit,
      limits: { wallSeconds: 600 },
      slots: [{ id: 'in', min: 1, max: 100 }],
      ports: [{ id: 'rows' }],
    },
  }) as never;

const tools = new Map([
  ['flat', tool({ mode: 'fixed', base: 2, perUnit: 0, unit: 'sequence' })],
  ['batched', tool({ mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' })],
  ['aligned', tool({ mode: 'fixed', base: 0, perUnit: 2, unit: 'started 500 rows' })],
  ['timed', tool({ mode: 'metered_runtime', ratePerMinute: 3 })],
  ['free', tool({ mode: 'free' })],
]);

const definition = (nodes: object[], edges: [string, string][]) =>
  ({ nodes, edges: edges.map(([source, target]) => ({ source, target })) }) as Definition;

const each = (id: string, toolId: string) => ({ id, type: 'tool', tool: toolId, mode: 'each' });
const input = { id: 'in', type: 'input', kind: 'smiles' };
const items = (count: number): [string, KnownNode] => ['in', { outputs: { items: exactly(count) } }];

const quote = (nodes: object[], edges: [string, string][], known: [string, KnownNode][]) =>
  quoteGraph(toGraph(definition(nodes, edges), tools), tools, new Map(known)).map((one) => [
    one.nodeId,
    one.jobs,
    one.millicredits,
  ]);

it('prices one job for each known item exactly', () => {
  expect(quote([input, each('a', 'flat')], [['in', 'a']], [items(3)])).toEqual([['a', exactly(3), exactly(6_000)]]);
});

it('prices one job for all items by the units that it starts', () => {
  const all = { id: 'a', type: 'tool', tool: 'batched' };
  expect(quote([input, all], [['in', 'a']], [items(1_001)])).toEqual([['a', exactly(1), exactly(2_000)]]);
});

it('knows no highest price of a tool that counts something else than items', () => {
  expect(quote([input, each('a', 'aligned')], [['in', 'a']], [items(3)])).toEqual([
    ['a', exactly(3), { min: 6_000, max: undefined }],
  ]);
});

it('bounds a metered job by the time limit of its tool', () => {
  expect(quote([input, each('a', 'timed')], [['in', 'a']], [items(2)])).toEqual([
    ['a', exactly(2), { min: 0, max: 60_000 }],
  ]);
});

it('costs nothing where nothing arrives, and where the tool is free', () => {
  expect(quote([input, each('a', 'flat')], [['in', 'a']], [items(0)])).toEqual([['a', exactly(0), exactly(0)]]);
  expect(quote([input, each('a', 'free')], [['in', 'a']], [items(2)])).toEqual([['a', exactly(2), exactly(0)]]);
});

it('bounds what follows a tool by the limit of a rank, and by the approval of at least one candidate', () => {
  const nodes = [
    ...[input, each('a', 'flat'), { id: 'top', type: 'rank', limit: 5 }, { id: 'pick', type: 'curation' }],
    each('b', 'flat'),
  ];
  const edges: [string, string][] = [
    ['in', 'a'],
    ['a', 'top'],
    ['top', 'pick'],
    ['pick', 'b'],
  ];
  expect(quote(nodes, edges, [items(3)])).toEqual([
    ['a', exactly(3), exactly(6_000)],
    ['b', { min: 0, max: 5 }, { min: 0, max: 10_000 }],
  ]);
  const decided: [string, KnownNode] = ['pick', { outputs: { items: exactly(2) } }];
  const done = ['a', 'top'].map((id): [string, KnownNode] => [
    id,
    { outputs: { rows: exactly(9), items: exactly(5) } },
  ]);
  expect(quote(nodes, edges, [items(3), ...done, decided])).toEqual([['b', exactly(2), exactly(4_000)]]);
});

it('counts only the jobs that a node has still to submit', () => {
  const half: [string, KnownNode] = ['a', { outputs: {}, jobs: 2 }];
  expect(quote([input, each('a', 'flat')], [['in', 'a']], [items(5), half])).toEqual([
    ['a', exactly(2), exactly(4_000)],
  ]);
});

it('sums bounds, and knows no highest price where one node has none', () => {
  const one = { nodeId: 'a', tool: 'flat', metered: false, jobs: exactly(1) };
  const open = { ...one, millicredits: { min: 5, max: undefined } };
  expect(totalOf([{ ...one, millicredits: { min: 1, max: 2 } }, open])).toEqual({ min: 6, max: undefined });
});
