import { formatsOf } from '@rotamer/formats/formats.ts';
import type { OutputPort } from '@rotamer/tools/contract.ts';
import type { Tools } from './catalogue.ts';
import { type Graph, type GraphEdge, type GraphNode, ITEMS, portsOfBranch } from './graph.ts';
import { fieldsOfRecord } from './recordFormats.ts';
import type { InputNode, JoinNode, WorkflowNode } from './schema.ts';

/** The type of items that may arrive, known before a run starts. */
export interface FlowType {
  /** Undefined: the tool's contract says nothing about it. */
  kind: string | undefined;
  formats: string[];
  /** Whether the items are rows of a table. `record` can turn their fields into content. */
  rows: boolean;
  /** The metrics that the items may have, and those metrics that every source of such items has. */
  fields: ReadonlySet<string>;
  common: ReadonlySet<string>;
}

/**
 * The types that arrive over an edge: one for each kind with its formats. So an edge has at most as many types as there are sources, also
 * if edges split and merge many times.
 */
export type FlowTypes = ReadonlyMap<GraphEdge, FlowType[]>;

/** Computes the types on all edges of a sound graph, from the inputs to the outputs. Unknown tools and ports give no types. */
export function flowTypes(graph: Graph, tools: Tools): FlowTypes {
  const onEdge = new Map<GraphEdge, FlowType[]>();
  for (const graphNode of graph.nodes.values()) {
    const leaving = typesLeaving(graphNode, onEdge, tools);
    for (const edge of graphNode.outgoing) onEdge.set(edge, leaving(edge.port));
  }
  return onEdge;
}

/** Returns the types that arrive over several edges together. */
export function typesArriving(edges: GraphEdge[], types: FlowTypes): FlowType[] {
  const merged = new Map<string, FlowType>();
  for (const type of edges.flatMap((edge) => types.get(edge) ?? [])) {
    const key = JSON.stringify([type.kind, type.rows, type.formats]);
    merged.set(key, merge(merged.get(key) ?? type, type));
  }
  return [...merged.values()];
}

const union = (...sets: Iterable<string>[]) => new Set(sets.flatMap((names) => [...names]));

function merge(one: FlowType, other: FlowType): FlowType {
  if (one === other) return one;
  return {
    ...one,
    fields: union(one.fields, other.fields),
    common: union([...one.common].filter((name) => other.common.has(name))),
  };
}

/** Returns the types that leave a node by a port. Computed once for nodes that send the same types by every port. */
function typesLeaving({ node, incoming }: GraphNode, before: FlowTypes, tools: Tools): (port: string) => FlowType[] {
  if (node.type === 'tool') {
    const ports = tools.get(node.tool)?.contract.ports ?? [];
    return (port) => ports.filter(({ id }) => id === port).map((found) => typeOfPort(found, ports));
  }
  const types =
    node.type === 'input'
      ? [typeOfInput(node)]
      : node.type === 'join'
        ? typesOfJoin(node, incoming, before)
        : typesArriving(incoming, before);
  return () => types;
}

function typeOfInput({ kind, formats = formatsOf[kind] }: InputNode): FlowType {
  return { kind, formats, rows: false, ...having(fieldsOfFiles(formats)) };
}

/** Returns the types of the `items` slot, extended by the fields of the `with` slot. */
function typesOfJoin({ keep }: JoinNode, incoming: GraphEdge[], before: FlowTypes): FlowType[] {
  const into = (slot: string) =>
    typesArriving(
      incoming.filter((edge) => edge.slot === slot),
      before,
    );
  const more = union(...(keep === 'unmatched' ? [] : into('with').map(({ fields }) => fields)));
  return into(ITEMS).map((type) => ({ ...type, fields: union(more, type.fields), common: union(more, type.common) }));
}

/** Returns the field sets of items that all have these fields. */
function having(names: string[]): Pick<FlowType, 'fields' | 'common'> {
  const fields = union(names);
  return { fields, common: fields };
}

/** Returns the type of a tool's output port. Files also have the fields of rows in the tables of the same job: see `fileMetrics`. */
function typeOfPort({ type, kind, format, schema }: OutputPort, ports: OutputPort[]): FlowType {
  if (type === 'items') return { kind: 'table', formats: [format], rows: true, ...having(fieldsOfRows(schema)) };
  const beside = ports.filter((port) => port.type === 'items').flatMap((port) => fieldsOfRows(port.schema));
  return { kind, formats: [format], rows: false, ...having(['rank', ...beside, ...fieldsOfFiles([format])]) };
}

/** Returns the fields of files, both whole files and files split into records. */
function fieldsOfFiles(formats: string[]): string[] {
  return ['size', ...formats.flatMap(fieldsOfRecord)];
}

/** Returns the number, text and boolean fields of a row's schema. Nested values are not metrics. */
function fieldsOfRows(schema: unknown): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, unknown> };
  return ['rank', ...Object.keys(properties).filter((name) => isMetric(properties[name]))];
}

const METRICS = ['number', 'integer', 'string', 'boolean'];

function isMetric(property: unknown): boolean {
  const { type, anyOf, const: only, enum: values } = property as Record<string, unknown>;
  const [value] = only !== undefined ? [only] : Array.isArray(values) ? values : [];
  if (value !== undefined && value !== null) return METRICS.includes(typeof value);
  return METRICS.includes(type as string) || (Array.isArray(anyOf) && anyOf.some(isMetric));
}

/** Returns the ports by which items may leave a node. */
export function portsOf(node: WorkflowNode, tools: Tools): string[] {
  if (node.type === 'tool') return tools.get(node.tool)?.contract.ports.map(({ id }) => id) ?? [];
  if (node.type === 'branch') return portsOfBranch(node);
  return node.type === 'output' ? [] : [ITEMS];
}
