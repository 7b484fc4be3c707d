import { tools as builtIn } from '@rotamer/tools/catalogue.ts';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { OfferedTool } from '../catalogue.ts';
import { resolveEdges } from '../graph.ts';
import type { Definition, Edge, WorkflowNode } from '../schema.ts';
import { isValid } from './findings.ts';
import { validateDefinition } from './validateDefinition.ts';

const tools = new Map(
  builtIn.map(({ contract }): [string, OfferedTool] => [contract.id, { contract, available: true }]),
);

const library = { id: 'library', type: 'input', kind: 'smiles' };
const desc = { id: 'desc', type: 'tool', tool: 'molecule-descriptors' };
const light = { id: 'light', type: 'filter', filters: { amw: { lt: 500 } } };
const conf = { id: 'conf', type: 'tool', tool: 'conformer-generation', mode: 'each' };
const out = { id: 'out', type: 'output' };

/** Describes molecules and makes conformers of the light ones. */
const sound = {
  nodes: [library, desc, light, conf, out],
  edges: [
    { source: 'library', target: 'desc' },
    { source: 'desc', source_port: 'descriptors', target: 'light' },
    { source: 'light', target: 'conf', record: { kind: 'smiles', content: 'canonical_smiles', name: 'name' } },
    { source: 'conf', source_port: 'conformers', target: 'out' },
  ],
};

const judge = (definition: unknown, settings: unknown = {}) => validateDefinition(definition, settings, tools);

/** The sound definition with some of its nodes and edges changed, left out (undefined) or added. */
function changed({
  nodes = {},
  edges = {},
}: {
  nodes?: Record<string, object | undefined>;
  edges?: Record<number, object | undefined>;
}) {
  const known = Object.fromEntries(sound.nodes.map((node) => [node.id, node]));
  const drawn = Object.fromEntries(sound.edges.entries());
  const kept = <Part>(all: Record<string, Part | undefined>) => Object.values(all).filter((one) => one !== undefined);
  return { nodes: kept({ ...known, ...nodes }) as WorkflowNode[], edges: kept({ ...drawn, ...edges }) as Edge[] };
}

const bothSlots = [
  { source: 'library', target: 'known' },
  { source: 'light', target: 'known', target_slot: 'with' },
];

/** Returns the sound definition with a join added: molecules with the properties of the light ones. */
function joined(into: Edge[], on = { items: 'name', with: 'name' }) {
  const nodes = { known: { id: 'known', type: 'join', on }, heavy: { ...light, id: 'heavy' } };
  const all = [...into, { source: 'known', target: 'heavy' }, { source: 'heavy', target: 'out' }];
  return changed({ nodes, edges: Object.fromEntries(all.map((edge, i) => [i + 4, edge])) });
}

/** A search with BLAST, in a dataset or in a database of the run. */
function searching(settings: object, database: Edge[] = []) {
  const proteins = (id: string) => ({ id, type: 'input', kind: 'protein' });
  const search = { id: 'search', type: 'tool', tool: 'blast-search', settings };
  const nodes = [proteins('a'), ...(database.length > 0 ? [proteins('b')] : []), search, out];
  const edges = [
    { source: 'a', target: 'search', target_slot: 'queries' },
    ...database,
    { source: 'search', source_port: 'hits', target: 'out' },
  ];
  return judge({ nodes, edges }).graphErrors.map(({ code }) => code);
}

it('takes a search in a dataset or in inputs, and refuses one with both or none', () => {
  const database = [{ source: 'b', target: 'search', target_slot: 'database' }];
  expect(searching({ database: 'swissprot' })).toEqual([]);
  expect(searching({}, database)).toEqual([]);
  expect(searching({ database: 'swissprot' }, database)).toEqual(['invalid_setting']);
  expect(searching({})).toEqual(['missing_slot']);
});

describe('a sound definition', () => {
  it('has no findings', () => {
    expect(judge(sound)).toEqual({ graphErrors: [], warnings: [], readinessIssues: [], limitViolations: [] });
  });

  it('accepts a filter on fields that a join added', () => {
    expect(judge(joined(bothSlots)).graphErrors).toEqual([]);
  });
});

describe('a graph error names the node and the available alternatives', () => {
  it.each<[string, unknown, string]>([
    ['unknown_tool', changed({ nodes: { desc: { ...desc, tool: 'dock' } } }), "Node 'desc': there is no tool 'dock'."],
    [
      'unknown_tool_version',
      changed({ nodes: { desc: { ...desc, version: '99' } } }),
      `Node 'desc' asks for version 99 of molecule-descriptors; the catalogue has ${tools.get('molecule-descriptors')!.contract.version}.`,
    ],
    [
      'unknown_port',
      changed({ edges: { 1: { ...sound.edges[1], source_port: 'rows' } } }),
      "Node 'desc': it has no port 'rows'; its ports are: descriptors, table, rejected, left_out, warnings.",
    ],
    [
      'missing_port',
      changed({ edges: { 1: { source: 'desc', target: 'light' } } }),
      "Node 'desc': an edge from it must name one of its ports: descriptors, table, rejected, left_out, warnings.",
    ],
    [
      'unknown_slot',
      changed({ edges: { 0: { ...sound.edges[0], target_slot: 'library' } } }),
      "Node 'desc' has no slot 'library'; its slots are: molecules.",
    ],
    [
      'missing_slot_name',
      changed({
        nodes: { desc: { ...desc, tool: 'pairwise-align' }, light: undefined, conf: undefined },
        edges: { 1: { source: 'desc', source_port: 'alignment', target: 'out' }, 2: undefined, 3: undefined },
      }),
      "Node 'desc': an edge into it must name one of its slots: query, targets.",
    ],
    ['missing_slot', changed({ edges: { 2: undefined } }), "Node 'conf' needs an edge into its slot 'molecules'."],
    ['unreachable_node', changed({ edges: { 1: undefined } }), "No edge leads to Node 'light'."],
    [
      'wrong_kind',
      changed({ edges: { 2: { source: 'light', target: 'conf' } } }),
      "Node 'conf': the slot 'molecules' takes smiles, ligand, and 'light' sends table; rows become records by the edge's record.",
    ],
    [
      'wrong_kind',
      changed({ nodes: { library: { ...library, kind: 'protein' } } }),
      "Node 'desc': the slot 'molecules' takes smiles, ligand, and 'library' sends protein.",
    ],
    [
      'wrong_format',
      changed({ nodes: { library: { ...library, kind: 'ligand', formats: ['PDBQT'] } } }),
      "Node 'desc': the slot 'molecules' takes SMILES, SDF, MOL, and 'library' sends PDBQT.",
    ],
    [
      'unknown_field',
      changed({ nodes: { light: { ...light, filters: { weight: { lt: 500 } } } } }),
      "Node 'light': what arrives has no field 'weight'; it has: rank, name, canonical_smiles, inchi,",
    ],
    [
      'unknown_field',
      changed({ edges: { 2: { ...sound.edges[2], record: { kind: 'smiles', content: 'smiles' } } } }),
      "Node 'conf': the rows of 'light' have no field 'smiles'; they have: rank, name, canonical_smiles,",
    ],
    [
      'misplaced_record',
      changed({ edges: { 0: { ...sound.edges[0], record: { kind: 'smiles', content: 'name' } } } }),
      "Node 'desc': only rows have fields to make records of, and 'library' sends files.",
    ],
    [
      'invalid_setting',
      changed({ nodes: { conf: { ...conf, settings: { conformers: 100 } } } }),
      "Node 'conf': settings.conformers: must be <= 50.",
    ],
    [
      'invalid_setting',
      changed({ nodes: { conf: { ...conf, settings: { poses: 1 } } } }),
      "Node 'conf': settings.poses: this tool has no setting 'poses'.",
    ],
    [
      'invalid_definition',
      changed({ nodes: { out: { ...out, ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x${i}`, 1])) } } }),
      'nodes[4].x0 is not a known field.',
    ],
    ['duplicate_id', changed({ nodes: { more: { ...light } } }), "Two nodes have the id 'light'."],
    ['unknown_node', changed({ edges: { 4: { source: 'conf', target: 'nowhere' } } }), "There is no node 'nowhere'."],
    ['duplicate_edge', changed({ edges: { 4: sound.edges[0] } }), "The edge from 'library' to 'desc' exists twice."],
    [
      'edge_into_input',
      changed({ edges: { 4: { source: 'light', target: 'library' } } }),
      "Node 'library' is an input",
    ],
    ['edge_from_output', changed({ edges: { 4: { source: 'out', target: 'light' } } }), "Node 'out' is an output"],
    ['no_output', changed({ nodes: { out: undefined }, edges: { 3: undefined } }), 'The workflow has no output node.'],
    [
      'no_input',
      changed({ nodes: { library: undefined }, edges: { 0: undefined } }),
      'The workflow has no input node.',
    ],
    [
      'cycle',
      changed({
        nodes: { back: { id: 'back', type: 'collect' } },
        edges: { 4: { source: 'light', target: 'back' }, 5: { source: 'back', target: 'light' } },
      }),
      "Node 'light' is on a cycle, or comes after one.",
    ],
    [
      'unknown_slot',
      changed({ nodes: { conf: { ...conf, each_slot: 'ligands' } } }),
      "Node 'conf': no edge leads into the slot 'ligands'.",
    ],
    [
      'missing_each_slot',
      {
        nodes: [
          { id: 'a', type: 'input', kind: 'protein', formats: ['FASTA'] },
          { id: 'align', type: 'tool', tool: 'pairwise-align', mode: 'each' },
          out,
        ],
        edges: [
          { source: 'a', target: 'align', target_slot: 'query' },
          { source: 'a', target: 'align', target_slot: 'targets' },
          { source: 'align', source_port: 'alignments', target: 'out' },
        ],
      },
      "Node 'align': with several slots, each_slot must say which gets one item per job: query, targets.",
    ],
    [
      'missing_slot',
      joined([{ source: 'library', target: 'known' }]),
      "Node 'known' needs an edge into its slot 'with'.",
    ],
    [
      'unknown_slot',
      joined([{ source: 'library', target: 'known', target_slot: 'left' }]),
      "Node 'known' has no slot 'left'; its slots are: items, with.",
    ],
    [
      'unknown_field',
      joined(bothSlots, { items: 'title', with: 'name' }),
      "Node 'known': what arrives has no field 'title'; it has: size, name.",
    ],
    [
      'unknown_field',
      joined(bothSlots, { items: 'name', with: 'title' }),
      "Node 'known': what arrives has no field 'title'; it has: rank, name, canonical_smiles,",
    ],
    [
      'unknown_node_type',
      changed({ nodes: { light: { ...light, type: 'sieve' } } }),
      'nodes[2].type must be one of input, tool,',
    ],
    [
      'invalid_definition',
      changed({ nodes: { light: { ...light, filter: {} } } }),
      'nodes[2].filter is not a known field.',
    ],
    [
      'invalid_definition',
      changed({ nodes: { light: { id: 'light', type: 'filter' } } }),
      'nodes[2].filters is missing.',
    ],
    ['invalid_definition', { nodes: [] }, 'edges is missing.'],
    ['invalid_definition', [], 'The definition must be object.'],
    ['invalid_definition', changed({ nodes: { light: { ...light, id: 'a/b' } } }), 'nodes[2].id must match pattern'],
  ])('%s', (code, definition, message) => {
    const { graphErrors } = judge(definition);
    const found = graphErrors.find((error) => error.code === code && error.message.startsWith(message));
    expect(found, JSON.stringify(graphErrors, null, 1)).toBeDefined();
    expect(isValid(judge(definition))).toBe(false);
  });

  it('reports errors in the settings of the workflow too', () => {
    expect(judge(sound, { budget: 1 }).graphErrors).toMatchObject([{ path: 'settings.budget' }]);
  });
});

describe('findings that are not graph errors', () => {
  it('warns of unused nodes and ports, doubtful types and fields that may be missing', () => {
    const unused = changed({
      nodes: { more: { id: 'more', type: 'rank' } },
      edges: { 4: { source: 'library', target: 'more' } },
    });
    expect(judge(unused).warnings).toMatchObject([{ code: 'unused_result', nodeId: 'more' }]);
    expect(isValid(judge(unused))).toBe(true);
    const mixed = changed({ nodes: { library: { ...library, kind: 'ligand' } } });
    expect(judge(mixed).warnings).toMatchObject([{ code: 'format_may_be_refused', nodeId: 'desc' }]);
    const sometimes = changed({ edges: { 4: { source: 'library', target: 'light' } } });
    expect(judge(sometimes).warnings).toMatchObject([{ code: 'field_sometimes_missing', nodeId: 'light' }]);
  });

  it('reports readiness issues for a tool without a runner and a missing required setting', () => {
    const contract = { ...tools.get('conformer-generation')!.contract };
    contract.settings = Type.Object({ target: Type.String() }) as unknown as typeof contract.settings;
    const now = new Map(tools).set('conformer-generation', { contract, available: false });
    const findings = validateDefinition(sound, {}, now);
    expect(findings.readinessIssues).toMatchObject([
      {
        code: 'tool_unavailable',
        nodeId: 'conf',
        message: "Node 'conf': no live runner offers conformer-generation now.",
      },
      { code: 'missing_setting', nodeId: 'conf' },
    ]);
    expect(findings.graphErrors).toEqual([]);
  });

  it('reports limit violations for too many nodes, edges or bytes', () => {
    const many = Array.from({ length: 101 }, (_, i) => ({ ...light, id: `f${i}` }));
    const edges = many.map(({ id }) => ({ source: 'desc', source_port: 'descriptors', target: id }));
    const findings = judge({ nodes: [...sound.nodes, ...many], edges: [...sound.edges, ...edges] });
    expect(findings.limitViolations).toMatchObject([{ code: 'too_many_nodes' }]);
    expect(judge({ ...sound, padding: 'x'.repeat(300_000) }).limitViolations).toMatchObject([
      { code: 'definition_too_large' },
    ]);
  });
});

describe('malformed input of any kind', () => {
  it('is judged without an exception, with few findings and little text', () => {
    const soup = fc.letrec((tie) => ({
      definition: fc.record({
        nodes: fc.array(tie('node'), { maxLength: 5 }),
        edges: fc.array(tie('edge'), { maxLength: 5 }),
      }),
      node: fc.oneof(
        fc.constantFrom(...sound.nodes),
        fc.jsonValue(),
        fc.record({
          id: tie('word'),
          type: tie('word'),
          tool: tie('word'),
          filters: fc.jsonValue(),
          sort: fc.jsonValue(),
          cases: fc.jsonValue(),
        }),
      ),
      edge: fc.oneof(
        fc.constantFrom(...sound.edges),
        fc.record({ source: tie('word'), target: tie('word'), source_port: tie('word') }),
      ),
      word: fc.constantFrom(
        'library',
        'desc',
        'filter',
        'rank',
        'branch',
        'tool',
        '__proto__',
        'constructor',
        'x'.repeat(300),
      ),
    })).definition;
    fc.assert(
      fc.property(fc.oneof(soup, fc.jsonValue()), (definition) => {
        for (const list of Object.values(judge(definition))) expect(list.length).toBeLessThanOrEqual(50);
      }),
    );
  });
});

it('picks the only result port of a tool for an edge that names no port', () => {
  const nodes = [
    { id: 'rows', type: 'input', kind: 'msa' },
    { id: 'nj', type: 'tool', tool: 'distance-tree' },
    { id: 'out', type: 'output' },
  ];
  const edges = [
    { source: 'rows', target: 'nj' },
    { source: 'nj', target: 'out' },
  ];
  expect(tools.get('distance-tree')!.contract.ports.map(({ id }) => id)).toEqual([
    'tree',
    'distances',
    'picture',
    'left_out',
    'warnings',
  ]);
  expect(resolveEdges({ nodes, edges } as Definition, tools)[1]).toMatchObject({ port: 'tree' });
});
