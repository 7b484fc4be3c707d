import { join } from 'node:path';
import { formatsOf } from '@rotamer/formats/formats.ts';
import { countSteps } from '@rotamer/kit/testing/countSteps.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { tools as builtIn } from '@rotamer/tools/catalogue.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OfferedTool } from '../catalogue.ts';
import { flowTypes } from '../flowTypes.ts';
import { toGraph } from '../graph.ts';
import { limits } from '../limits.ts';
import type { Definition } from '../schema.ts';
import { validateDefinition } from './validateDefinition.ts';

const tools = new Map(
  builtIn.map(({ contract }): [string, OfferedTool] => [contract.id, { contract, available: true }]),
);

const withRows = builtIn
  .map(({ contract }) => contract)
  .filter(({ ports }) => ports.some(({ type }) => type === 'items'));

const definitionFolder = join(import.meta.dirname, '..');

type Drawn = Record<string, unknown>;

interface Draft {
  nodes: Drawn[];
  edges: Drawn[];
}

const input = { id: 'in', type: 'input', kind: 'protein' };
const output = { id: 'out', type: 'output' };

/** A ladder of joins: each rung joins the items of the last rung with themselves, and a collect merges the results. */
function ladder(rungs: number): Draft {
  const nodes: Drawn[] = [input];
  const edges: Drawn[] = [];
  let last = 'in';
  for (let i = 0; i < rungs; i++) {
    const [side, meet, field] = [`j${i}`, `c${i}`, `f${i}`];
    // Each tool has other fields than the tools before it, so every join makes another type.
    const contract = withRows[i % withRows.length]!;
    const port = contract.ports.find(({ type }) => type === 'items')!;
    nodes.push(
      { id: field, type: 'tool', tool: contract.id },
      { id: side, type: 'join', on: { items: 'name', with: 'name' } },
    );
    nodes.push({ id: meet, type: 'collect' });
    edges.push({ source: 'in', target: field, target_slot: contract.slots[0]!.id });
    edges.push(
      { source: last, target: side },
      { source: field, source_port: port.id, target: side, target_slot: 'with' },
    );
    edges.push({ source: last, target: meet }, { source: side, target: meet });
    last = meet;
  }
  return { nodes: [...nodes, output], edges: [...edges, { source: last, target: 'out' }] };
}

/** A draft of the largest size: each node gets edges from some earlier nodes, until the limit of edges is reached. */
const largest: fc.Arbitrary<Draft> = fc
  .array(fc.record({ type: fc.nat(), which: fc.nat(), from: fc.array(fc.nat(), { minLength: 2, maxLength: 12 }) }), {
    minLength: limits.nodes - 1,
    maxLength: limits.nodes - 1,
  })
  .map((drawn) => {
    const nodes: Drawn[] = [input];
    const edges: Drawn[] = [];
    for (const { type, which, from } of drawn) {
      const before = nodes.slice();
      const node = nodeOf(`n${nodes.length}`, type, which);
      nodes.push(node);
      if (node.type === 'input') continue;
      const sources = [...new Set(from.map((nth) => before[nth % before.length]!))];
      for (const [i, source] of sources.entries()) {
        if (edges.length === limits.edges) break;
        const slot = node.type === 'join' ? ['items', 'with'][i % 2] : slotOf(node, which + i);
        edges.push({ source: source.id, source_port: portOf(source, which + i), target: node.id, target_slot: slot });
      }
    }
    return { nodes, edges };
  });

function nodeOf(id: string, type: number, which: number): Drawn {
  const kinds = Object.keys(formatsOf) as (keyof typeof formatsOf)[];
  const kind = kinds[which % kinds.length]!;
  const conditions = Object.fromEntries(Array.from({ length: limits.fields }, (_, i) => [`max.x${i}`, { gt: 1 }]));
  const cases = Array.from({ length: limits.fields }, (_, i) => ({ name: `c${i}`, when: conditions }));
  const choices: Drawn[] = [
    { type: 'collect' },
    { type: 'join', on: { items: 'name', with: 'rank' }, keep: ['matched', 'all'][which % 2] },
    { type: 'filter', filters: conditions },
    { type: 'branch', cases },
    { type: 'input', kind, formats: [...formatsOf[kind], `F${which}`] },
    { type: 'tool', tool: builtIn[which % builtIn.length]!.contract.id },
  ];
  return { id, ...choices[type % choices.length] };
}

function portOf({ type, tool }: Drawn, nth: number): string | undefined {
  const ports = type === 'tool' ? tools.get(tool as string)!.contract.ports : [];
  if (type === 'branch') return 'c0';
  return ports[nth % ports.length]?.id;
}

function slotOf({ type, tool }: Drawn, nth: number): string | undefined {
  const slots = type === 'tool' ? tools.get(tool as string)!.contract.slots : [];
  return slots[nth % slots.length]?.id;
}

/** Steps for each pair of a node and an edge. One step copies at most all fields of the catalogue. */
const STEPS = 10;

async function expectLittleWork(draft: Draft): Promise<void> {
  const steps = await countSteps(definitionFolder, () => validateDefinition(draft, {}, tools));
  expect(steps / (draft.nodes.length * draft.edges.length), `${draft.nodes.length} nodes`).toBeLessThan(STEPS);
}

function expectFewTypes(draft: Draft): void {
  for (const types of flowTypes(toGraph(draft as unknown as Definition, tools), tools).values()) {
    const keys = types.map(({ kind, formats, rows }) => JSON.stringify([kind, formats, rows]));
    expect(new Set(keys).size).toBe(keys.length);
  }
}

describe('the work of a validation', () => {
  // Small ladders come first: a cost that doubles with each rung fails here before it takes too long.
  it.each([4, 10, 20])(
    'grows at most with nodes × edges × fields where %i joins and collects alternate',
    async (rungs) => {
      await expectLittleWork(ladder(rungs));
    },
  );

  it('grows at most with nodes × edges × fields for the largest definitions', { timeout: 240_000 }, async () => {
    await expectLittleWork(ladder(32));
    await fc.assert(fc.asyncProperty(largest, expectLittleWork), { numRuns: long ? 20 : 2 });
  });

  it('keeps one type for each kind with its formats on an edge, in any graph', () => {
    for (const rungs of [2, 4, 8]) expectFewTypes(ladder(rungs));
    fc.assert(fc.property(largest, expectFewTypes), { numRuns: long ? 50 : 5 });
  });

  it('stops after the shape and size checks for a definition above its limits', async () => {
    const nodes = [input, ...Array.from({ length: limits.nodes }, (_, i) => ({ ...output, id: `out${i}` }))];
    const found = validateDefinition({ nodes, edges: [{ source: 'in', target: 'nowhere' }] }, {}, tools);
    expect(found).toEqual({
      graphErrors: [],
      warnings: [],
      readinessIssues: [],
      limitViolations: [
        { code: 'too_many_nodes', message: `The definition has 101 nodes; the limit is ${limits.nodes}.` },
      ],
    });
  });
});
