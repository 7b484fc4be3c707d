import { BESIDE_RESULTS } from '@rotamer/tools/shared/ports.ts';
import type { Tools } from './catalogue.ts';
import type { BranchNode, Definition, Edge, WorkflowNode } from './schema.ts';

/** An edge with its ports filled in. */
export interface GraphEdge extends Edge {
  /** Position in the definition. Items of an edge with a lower index come first. */
  index: number;
  /** A tool's output port, a branch's case, or `items`. */
  port: string;
  /** A tool's or a join's slot, or `items`. */
  slot: string;
  /** Whether the target needs this slot. */
  required: boolean;
}

export interface GraphNode {
  node: WorkflowNode;
  incoming: GraphEdge[];
  outgoing: GraphEdge[];
  /** Whether its children are the lines of a batch. Their number is known before it begins. */
  lines?: true;
}

/** A definition in the form that the engine uses. */
export interface Graph {
  /** By id, in topological order: each node comes after its predecessors. */
  nodes: ReadonlyMap<string, GraphNode>;
}

/** The only port and the only slot of nodes that are not tools. A join has another slot too. */
export const ITEMS = 'items';

/** The slots of a join: the items that it passes on, and the items among which each finds its partner. */
export const JOIN_SLOTS = [ITEMS, 'with'] as const;

/** The default port of a branch when no case holds. */
export const OTHERWISE = 'otherwise';

/** Returns the ports by which items may leave a branch. */
export function portsOfBranch({ cases, otherwise = OTHERWISE }: BranchNode): string[] {
  return [...cases.map(({ name }) => name), otherwise];
}

/**
 * Returns the graph of a definition, with omitted ports and slots filled in from the contracts. Leaves out edges from or to unknown nodes,
 * and every node on a cycle; validation reports both.
 */
export function toGraph(definition: Definition, tools: Tools): Graph {
  return graphOf(definition.nodes, resolveEdges(definition, tools));
}

/** Returns the edges, each with its port and its slot. */
export function resolveEdges(definition: Definition, tools: Tools): GraphEdge[] {
  const byId = new Map(definition.nodes.map((node) => [node.id, node]));
  const edges: GraphEdge[] = [];
  for (const [index, edge] of definition.edges.entries()) {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (!source || !target) continue;
    const slot = slotOf(edge, target, tools);
    const filled = {
      ...edge,
      index,
      port: portOf(edge, source, tools),
      slot,
      required: isRequired(target, slot, tools),
    };
    edges.push(filled);
  }
  return edges;
}

export function graphOf(nodes: WorkflowNode[], edges: GraphEdge[]): Graph {
  const all = new Map<string, GraphNode>(nodes.map((node) => [node.id, { node, incoming: [], outgoing: [] }]));
  for (const edge of edges) {
    all.get(edge.source)!.outgoing.push(edge);
    all.get(edge.target)!.incoming.push(edge);
  }
  return { nodes: inOrder(all) };
}

function portOf({ source_port: given }: Edge, source: WorkflowNode, tools: Tools): string {
  if (given !== undefined) return given;
  if (source.type !== 'tool') return ITEMS;
  // Ports beside the results (a picture, warnings) are never the default, so the only other port is unambiguous.
  const ports = (tools.get(source.tool)?.contract.ports ?? []).filter(({ id }) => !BESIDE_RESULTS.includes(id));
  return ports.length === 1 ? ports[0]!.id : '';
}

function slotOf({ target_slot: given }: Edge, target: WorkflowNode, tools: Tools): string {
  if (given !== undefined) return given;
  if (target.type !== 'tool') return ITEMS;
  const slots = tools.get(target.tool)?.contract.slots ?? [];
  // Prefers the only required slot, so that a stored edge keeps its slot when the tool gets optional slots.
  const candidates = slots.length === 1 ? slots : slots.filter(({ min }) => min > 0);
  return candidates.length === 1 ? candidates[0]!.id : '';
}

function isRequired(target: WorkflowNode, slotId: string, tools: Tools): boolean {
  if (target.type === 'join') return true;
  if (target.type !== 'tool') return false;
  const slot = tools.get(target.tool)?.contract.slots.find(({ id }) => id === slotId);
  return (slot?.min ?? 0) > 0;
}

/** Sorts nodes by Kahn's algorithm. Of the nodes that are free at the same time, the first in the definition comes first. */
function inOrder(all: Map<string, GraphNode>): Map<string, GraphNode> {
  const missing = new Map([...all].map(([id, { incoming }]) => [id, incoming.length]));
  const ordered = new Map<string, GraphNode>();
  const free = [...all.keys()].filter((id) => missing.get(id) === 0);
  for (const id of free) {
    const node = all.get(id)!;
    ordered.set(id, node);
    for (const { target } of node.outgoing) {
      const left = missing.get(target)! - 1;
      missing.set(target, left);
      if (left === 0) free.push(target);
    }
  }
  return ordered;
}

/** The id of the only node of a batch. */
export const LINES = 'lines';

/** The graph of every batch. Each line names its own tool. */
export const linesGraph: Graph = {
  nodes: new Map([[LINES, { node: { id: LINES, type: 'tool', tool: '' }, incoming: [], outgoing: [], lines: true }]]),
};

/** Returns the slot of an `each` node that gets one item per job. */
export function eachSlotOf({ node, incoming }: GraphNode): string | undefined {
  if (node.type !== 'tool' || node.mode !== 'each') return undefined;
  if (node.each_slot !== undefined) return node.each_slot;
  const slots = new Set(incoming.map(({ slot }) => slot));
  return slots.size === 1 ? [...slots][0] : undefined;
}
