import { tools as builtIn } from '@rotamer/tools/catalogue.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OfferedTool } from '../definition/catalogue.ts';
import type { ToolNode, WorkflowNode } from '../definition/schema.ts';
import { type Dataset, decidePins } from './decidePins.ts';
import { type Pins, pinned } from './pins.ts';

const tools = new Map(
  builtIn.map(({ contract }): [string, OfferedTool] => [contract.id, { contract, available: true }]),
);

const decide = (nodes: WorkflowNode[], datasets: Dataset[]) => decidePins(nodes, tools, datasets);

const ids = ['swissprot', 'pdb', 'pfam'] as const;
const kinds = { swissprot: 'protein-sequences', pdb: 'protein-sequences', pfam: 'hmm-profiles' };

/** Datasets of the workspace, each with releases that are ready or retired. */
const datasets: fc.Arbitrary<Dataset[]> = fc
  .uniqueArray(fc.constantFrom(...ids), { maxLength: 3 })
  .chain((some) =>
    fc.tuple(...some.map((id) => fc.array(fc.boolean(), { maxLength: 4 }).map((ready) => aDataset(id, ready)))),
  );

function aDataset(id: (typeof ids)[number], ready: boolean[]): Dataset {
  const releases = ready.map((isReady, n) => aRelease(id, String(ready.length - n), isReady));
  return { id, kind: kinds[id], releases };
}

const aRelease = (id: string, release: string, isReady = true) => ({
  ...{ release, state: isReady ? 'ready' : 'retired', sha256: `digest of ${id}@${release}` },
});

/** Tool nodes that search a dataset, with or without its release, and others. */
const nodes: fc.Arbitrary<ToolNode[]> = fc
  .array(
    fc.record({
      tool: fc.constantFrom('blast-search', 'mmseqs-search', 'protein-properties'),
      database: fc.oneof(
        fc.constantFrom(...ids),
        fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 4 })).map((parts) => parts.join('@')),
        fc.constantFrom('', 'uniref50'),
      ),
    }),
    { maxLength: 6 },
  )
  .map((parts) =>
    parts.map(({ tool, database }, n) => ({ id: `n${n}`, type: 'tool' as const, tool, settings: { database } })),
  );

const searching = (node: ToolNode) => node.tool !== 'protein-properties' && node.settings!.database !== '';

const pinnedAll = (some: ToolNode[], pins: Pins) => some.map((node) => pinned(node, pins[node.id]));

/** Returns the nodes that can be searched, pinned, with their pins. */
function searchable(some: ToolNode[], offered: Dataset[]) {
  const { pins } = decide(some, offered);
  return { pins, nodes: pinnedAll(some, pins).filter(({ id }) => pins[id]) };
}

describe('the releases that a run pins, for any nodes and datasets', () => {
  it('are one for each node that names a dataset, or a problem that names the node', () => {
    fc.assert(
      fc.property(nodes, datasets, (some, offered) => {
        const { pins, problems } = decide(some, offered);
        const decided = [...Object.keys(pins), ...problems.map(({ nodeId }) => nodeId)];
        expect(decided.toSorted()).toEqual(some.filter(searching).map(({ id }) => id));
        for (const { nodeId, message } of problems) expect(message).toContain(`Node '${nodeId}': `);
      }),
    );
  });

  it('are ready, of a kind that the tool searches, and the newest where no release is named', () => {
    fc.assert(
      fc.property(nodes, datasets, (some, offered) => {
        const { pins } = decide(some, offered);
        for (const [nodeId, { dataset, sha256 }] of Object.entries(pins)) {
          const [id] = dataset.split('@');
          const named = some.find((node) => node.id === nodeId)!.settings!.database as string;
          const ready = offered.find((each) => each.id === id)!.releases.filter(({ state }) => state === 'ready');
          expect(id).not.toBe('pfam');
          expect(ready.map(({ release }) => `${id}@${release}`)).toContain(dataset);
          expect(dataset).toBe(named.includes('@') ? named : `${id}@${ready[0]!.release}`);
          expect(sha256).toBe(`digest of ${dataset}`);
        }
      }),
    );
  });

  it('stay the same for a later attempt when newer releases were imported', () => {
    fc.assert(
      fc.property(nodes, datasets, (some, offered) => {
        const { pins, nodes: before } = searchable(some, offered);
        const later = offered.map((each) => ({ ...each, releases: [aRelease(each.id, 'newer'), ...each.releases] }));
        expect(decide(before, later)).toEqual({ pins, problems: [] });
      }),
    );
  });

  it('are refused to a later attempt once they are retired, and only then', () => {
    fc.assert(
      fc.property(nodes, datasets, fc.constantFrom(...ids), (some, offered, gone) => {
        const { nodes: before } = searchable(some, offered);
        const later = offered.map((each) =>
          each.id === gone
            ? aDataset(
                gone,
                each.releases.map(() => false),
              )
            : each,
        );
        const refused = decide(before, later).problems;
        const affected = before.filter(({ settings }) => (settings!.database as string).startsWith(`${gone}@`));
        expect(refused.map(({ nodeId }) => nodeId)).toEqual(affected.map(({ id }) => id));
        for (const { message } of refused) expect(message).toMatch(/release '\d' of \w+ is retired; there are/);
      }),
    );
  });
});

describe('a dataset that a node cannot search', () => {
  const node = (database: string, tool = 'blast-search'): ToolNode => ({
    ...{ id: 'search', type: 'tool', tool, settings: { database } },
  });
  const offered = [aDataset('swissprot', [true, true, false]), aDataset('pfam', [true])];

  it.each([
    ['uniref50', "Node 'search': there is no dataset 'uniref50'; there are: swissprot."],
    ['swissprot@9', "Node 'search': swissprot has no release '9'; there are: swissprot@3, swissprot@2."],
    ['swissprot@1', "Node 'search': release '1' of swissprot is retired; there are: swissprot@3, swissprot@2."],
    [
      'pfam',
      "Node 'search': blast-search searches datasets of protein-sequences or nucleotide-sequences, not of hmm-profiles.",
    ],
  ])('%s is refused with what there is', (database, message) => {
    expect(decide([node(database)], offered)).toEqual({
      pins: {},
      problems: [{ nodeId: 'search', setting: 'database', dataset: database, message }],
    });
  });
});
