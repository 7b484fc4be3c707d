import { formatsOf } from '@rotamer/formats/formats.ts';
import { type Static, Type } from 'typebox';
import { filters, sort } from './filters.ts';
import { limits } from './limits.ts';

const strict = { additionalProperties: false };
const name = { minLength: 1, maxLength: 128 };

/** Used in a child's `parent_ref`, which is why it has no slash. */
export const NODE_ID = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';

const common = {
  id: Type.String({ pattern: NODE_ID }),
  /** The name shown to people instead of the id. */
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
};

const kind = Type.Enum(Object.keys(formatsOf) as [keyof typeof formatsOf]);

/** Takes a part of a run's `input_data`. A list of records (FASTA, SMILES) becomes one item per record. */
export const inputNode = Type.Object(
  {
    ...common,
    type: Type.Literal('input'),
    kind,
    /** Accepted formats of the kind; absent: all. */
    formats: Type.Optional(Type.Array(Type.String(name), { minItems: 1, maxItems: 20 })),
    /** Minimum number of items; 0 makes the input optional. Default 1. */
    min: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.itemsPerNode })),
    /** Maximum number of items; default: only the limit of every node holds. */
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.itemsPerNode })),
  },
  strict,
);

/** Jobs of one tool: one for everything that arrives (`all`), or one per item of a slot (`each`). */
export const toolNode = Type.Object(
  {
    ...common,
    type: Type.Literal('tool'),
    tool: Type.String(name),
    /** The version, or its first parts, for which the workflow was made; absent: any offered version. */
    version: Type.Optional(Type.String({ pattern: '^\\d+(\\.\\d+){0,2}$' })),
    settings: Type.Optional(Type.Record(Type.String(name), Type.Unknown())),
    mode: Type.Optional(Type.Enum(['each', 'all'])),
    /** `each`: the slot that gets one item per job; the others get everything in each job. Absent: the only connected slot. */
    each_slot: Type.Optional(Type.String(name)),
    /** Maximum number of active jobs of this node; absent: as many as the workspace may have. */
    max_parallel: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.jobsPerAttempt })),
    /** `continue` (default): go on with the rest. `fail`: the first failure ends the node and its other jobs. */
    on_item_error: Type.Optional(Type.Enum(['continue', 'fail'])),
  },
  strict,
);

/** Passes on the items that match the filters. */
export const filterNode = Type.Object({ ...common, type: Type.Literal('filter'), filters }, strict);

/** Sorts the items and passes on the first of them. */
export const rankNode = Type.Object(
  {
    ...common,
    type: Type.Literal('rank'),
    sort: Type.Optional(sort),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.itemsPerNode })),
  },
  strict,
);

/**
 * Passes all items on by one port: that of the first case that holds, else `otherwise`. A case tests all items together: its fields are
 * `count`, and `min.<field>` and `max.<field>` of a metric.
 */
export const branchNode = Type.Object(
  {
    ...common,
    type: Type.Literal('branch'),
    cases: Type.Array(Type.Object({ name: Type.String({ pattern: NODE_ID }), when: filters }, strict), {
      minItems: 1,
      maxItems: limits.fields,
    }),
    /** The port when no case holds; default `otherwise`. */
    otherwise: Type.Optional(Type.String({ pattern: NODE_ID })),
  },
  strict,
);

/** A checkpoint: pauses the run until a person has chosen among the items. */
export const curationNode = Type.Object(
  {
    ...common,
    type: Type.Literal('curation'),
    instructions: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  strict,
);

/**
 * Passes on the items of its slot `items`, each with the metrics of its partner added. The partner is the first item of the slot `with`
 * that has the same value in the compared field.
 */
export const joinNode = Type.Object(
  {
    ...common,
    type: Type.Literal('join'),
    /** The compared field of each slot. */
    on: Type.Object({ items: Type.String(name), with: Type.String(name) }, strict),
    /** `matched` (default): the items that have a partner; `unmatched`: the others; `all`: both. */
    keep: Type.Optional(Type.Enum(['matched', 'unmatched', 'all'])),
  },
  strict,
);

/** Merges edges: passes on everything that arrives, edge by edge. */
export const collectNode = Type.Object({ ...common, type: Type.Literal('collect') }, strict);

/** A result of the workflow. */
export const outputNode = Type.Object({ ...common, type: Type.Literal('output') }, strict);

export const nodeSchemas = {
  input: inputNode,
  tool: toolNode,
  filter: filterNode,
  rank: rankNode,
  branch: branchNode,
  curation: curationNode,
  join: joinNode,
  collect: collectNode,
  output: outputNode,
};

export type InputNode = Static<typeof inputNode>;
export type ToolNode = Static<typeof toolNode>;
export type FilterNode = Static<typeof filterNode>;
export type RankNode = Static<typeof rankNode>;
export type BranchNode = Static<typeof branchNode>;
export type CurationNode = Static<typeof curationNode>;
export type JoinNode = Static<typeof joinNode>;
export type CollectNode = Static<typeof collectNode>;
export type OutputNode = Static<typeof outputNode>;

export type NodeType = keyof typeof nodeSchemas;

export type WorkflowNode =
  | InputNode
  | ToolNode
  | FilterNode
  | RankNode
  | BranchNode
  | CurationNode
  | JoinNode
  | CollectNode
  | OutputNode;

/**
 * Describes how a row becomes content for a slot. For example, a peptide of `protein-digest` is a protein whose sequence is in the field
 * `sequence`. Without it, a row stays a line of a table.
 */
export const recordOf = Type.Object(
  {
    kind: Type.Enum(['protein', 'dna', 'rna', 'smiles']),
    /** The field that contains the sequence or SMILES. */
    content: Type.String(name),
    /** The field that contains the name; absent: the label of the item is used. */
    name: Type.Optional(Type.String(name)),
  },
  strict,
);
export type RecordOf = Static<typeof recordOf>;

export const edge = Type.Object(
  {
    source: Type.String(name),
    /** A tool's output port or a branch's case; may be left out where there is only one. */
    source_port: Type.Optional(Type.String(name)),
    target: Type.String(name),
    /** A tool's or a join's slot; may be left out where there is only one. */
    target_slot: Type.Optional(Type.String(name)),
    /** How rows become content; only on edges into a slot of a tool. */
    record: Type.Optional(recordOf),
  },
  strict,
);
export type Edge = Static<typeof edge>;

/** The shape of a definition without its nodes. Each node is checked with the schema of its type. */
export const definitionShape = Type.Object(
  {
    nodes: Type.Array(Type.Object({ id: Type.String(), type: Type.String() }), { maxItems: 1_000 }),
    edges: Type.Array(edge, { maxItems: 5_000 }),
  },
  strict,
);

export interface Definition {
  nodes: WorkflowNode[];
  edges: Edge[];
}

/** Settings of a workflow that hold for every run of a revision. */
export const workflowSettings = Type.Object(
  {
    /** Caps a run that names no `max_credits`. */
    max_credits: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  strict,
);
export type WorkflowSettings = Static<typeof workflowSettings>;
