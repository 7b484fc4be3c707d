import { type Column, columnOf, columnsOf } from '@rotamer/tools/shared/columns/columnsOf.ts';
import { LEFT_OUT, WARNINGS } from '@rotamer/tools/shared/ports.ts';
import type { Tools } from '../definition/catalogue.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';

/** A column of the table of candidates. */
export interface ReviewColumn extends Column {
  /** The direction in which a rank before the checkpoint sorted the candidates by this field. */
  sorted?: 'asc' | 'desc';
}

/**
 * Returns the columns of the candidates of a checkpoint: first the fields by which ranks before it sorted, then the fields of the tools
 * before it, in the order of their contracts. A nearer node comes before a farther one.
 */
export function reviewColumns(graph: Graph, nodeId: string, tools: Tools): ReviewColumn[] {
  const before = nodesBefore(graph, nodeId);
  const known = new Map<string, Column>();
  for (const { node } of before) {
    const ports = node.type === 'tool' ? (tools.get(node.tool)?.contract.ports ?? []) : [];
    for (const column of ports.filter(({ id }) => !NOTES.includes(id)).flatMap(columnsOf))
      if (!known.has(column.name)) known.set(column.name, column);
  }
  const sorts = before.flatMap(({ node }) => (node.type === 'rank' ? (node.sort ?? []) : []));
  const columns = new Map<string, ReviewColumn>();
  for (const { field, direction = 'asc' } of sorts) {
    if (!columns.has(field)) columns.set(field, { ...(known.get(field) ?? columnOf(field)), sorted: direction });
  }
  for (const [name, column] of known) if (!columns.has(name)) columns.set(name, column);
  return [...columns.values()];
}

/** Ports whose rows are about the run of a tool, and never candidates. */
const NOTES = [LEFT_OUT, WARNINGS];

/** Returns the nodes from which items may come to a node, the nearest first. */
function nodesBefore({ nodes }: Graph, nodeId: string): GraphNode[] {
  const found = new Map<string, GraphNode>();
  let layer = [nodeId];
  while (layer.length > 0) {
    const sources = layer.flatMap((id) => nodes.get(id)?.incoming.map(({ source }) => source) ?? []);
    layer = [...new Set(sources)].filter((id) => !found.has(id));
    for (const id of layer) found.set(id, nodes.get(id)!);
  }
  return [...found.values()];
}
