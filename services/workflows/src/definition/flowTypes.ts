import type { OutputPort } from '@rotamer/tools/contract.ts';
import { formatsOf } from '@rotamer/tools/shared/vocabulary.ts';
import type { Tools } from './catalogue.ts';
import type { FieldType } from './filters.ts';
import { type Graph, type GraphEdge, type GraphNode, ITEMS, portsOfBranch } from './graph.ts';
import { fieldsOfRecord } from './recordFormats.ts';
import type { JoinNode, WorkflowNode } from './schema.ts';

/** What is known of items before there are any. */
export interface FlowType {
  /** Undefined: the tool's contract says nothing about it. */
  kind: string | undefined;
  formats: string[];
  /** Rows of a table: their fields can become content by `record`. */
  rows: boolean;
  /** The metrics that they may have. */
  fields: Readonly<Record<string, FieldType>>;
}

/** The types that arrive over an edge; one for each source of a different type. */
export type FlowTypes = ReadonlyMap<GraphEdge, FlowType[]>;

/** Follows the items of a sound graph from the inputs to the outputs. Unknown tools and ports give nothing. */
export function flowTypes(graph: Graph, tools: Tools): FlowTypes {
  const onEdge = new Map<GraphEdge, FlowType[]>();
  for (const graphNode of graph.nodes.values()) {
    for (const edge of graphNode.outgoing) onEdge.set(edge, typesOf(graphNode, edge, onEdge, tools));
  }
  return onEdge;
}

function typesOf({ node, incoming }: GraphNode, { port }: GraphEdge, before: FlowTypes, tools: Tools): FlowType[] {
  if (node.type === 'input') {
    const formats = node.formats ?? formatsOf[node.kind];
    return [{ kind: node.kind, formats, rows: false, fields: fieldsOfFiles(formats) }];
  }
  if (node.type === 'tool') {
    const ports = tools.get(node.tool)?.contract.ports ?? [];
    const found = ports.find(({ id }) => id === port);
    return found ? [typeOfPort(found, ports)] : [];
  }
  if (node.type === 'join') return typesOfJoin(node, incoming, before);
  return distinct(incoming.flatMap((edge) => before.get(edge) ?? []));
}

/** Those of the items, with the fields of what they are joined with. */
function typesOfJoin({ keep }: JoinNode, incoming: GraphEdge[], before: FlowTypes): FlowType[] {
  const into = (slot: string) =>
    incoming.filter((edge) => edge.slot === slot).flatMap((edge) => before.get(edge) ?? []);
  const more = keep === 'unmatched' ? {} : Object.assign({}, ...into('with').map(({ fields }) => fields));
  return distinct(into(ITEMS).map((type) => ({ ...type, fields: { ...more, ...type.fields } })));
}

function distinct(types: FlowType[]): FlowType[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

/** Files have the fields of the rows beside them too: see `fileMetrics`. */
function typeOfPort({ type, kind, format, schema }: OutputPort, ports: OutputPort[]): FlowType {
  if (type === 'items') return { kind: 'table', formats: [format], rows: true, fields: fieldsOfRows(schema) };
  const beside = ports.filter((port) => port.type === 'items').map((port) => fieldsOfRows(port.schema));
  return {
    kind,
    formats: [format],
    rows: false,
    fields: Object.assign({ rank: 'number' }, ...beside, fieldsOfFiles([format])),
  };
}

/** Of files, whole or split into records. */
function fieldsOfFiles(formats: string[]): Record<string, FieldType> {
  return Object.assign({ size: 'number' }, ...formats.map(fieldsOfRecord));
}

/** The numbers, texts and booleans of a row's schema; what is nested is no metric. */
function fieldsOfRows(schema: unknown): Record<string, FieldType> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, unknown> };
  const fields: Record<string, FieldType> = { rank: 'number' };
  for (const [name, property] of Object.entries(properties)) {
    const type = fieldTypeOf(property);
    if (type) fields[name] = type;
  }
  return fields;
}

function fieldTypeOf(property: unknown): FieldType | undefined {
  const { type, anyOf, const: only, enum: values } = property as Record<string, unknown>;
  const [value] = only !== undefined ? [only] : Array.isArray(values) ? values : [];
  if (value !== undefined && value !== null) return typeof value as FieldType;
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string' || type === 'boolean') return type;
  if (!Array.isArray(anyOf)) return undefined;
  return anyOf.map(fieldTypeOf).find((found) => found !== undefined);
}

/** The ports by which items may leave a node. */
export function portsOf(node: WorkflowNode, tools: Tools): string[] {
  if (node.type === 'tool') return tools.get(node.tool)?.contract.ports.map(({ id }) => id) ?? [];
  if (node.type === 'branch') return portsOfBranch(node);
  return node.type === 'output' ? [] : [ITEMS];
}
