import type { Graph, GraphNode } from '../definition/graph.ts';

/** How a graph uses the outputs of its nodes. */
export interface Flow {
  /** Whether items of a port are used by a later node; unused items are not stored. */
  isUsed(nodeId: string, port: string): boolean;
  /** Whether files of a port are split into records. */
  isSplit(nodeId: string, port: string): boolean;
}

/**
 * Computes how outputs are used. A file of records is split if a later node looks at single items: an `each` slot, a filter, a rank, a
 * branch, a checkpoint or a join. Files that reach such a node through a `collect` are split too.
 */
export function flowOf(graph: Graph): Flow {
  const used = new Set<string>();
  const split = new Set<string>();
  const wantsRecords = new Map<string, boolean>();
  for (const [id, graphNode] of [...graph.nodes].reverse()) {
    let passedOn = false;
    for (const { port, target, slot } of graphNode.outgoing) {
      const wants = wantsRecords.get(target) || isEach(graph.nodes.get(target)!, slot);
      used.add(keyOf(id, port));
      if (wants) split.add(keyOf(id, port));
      passedOn ||= wants;
    }
    const { type } = graphNode.node;
    const looks = ['filter', 'rank', 'branch', 'curation', 'join'].includes(type);
    wantsRecords.set(id, looks || (type === 'collect' && passedOn));
  }
  return {
    isUsed: (nodeId, port) => used.has(keyOf(nodeId, port)),
    isSplit: (nodeId, port) => split.has(keyOf(nodeId, port)),
  };
}

const keyOf = (nodeId: string, port: string) => `${nodeId}/${port}`;

function isEach({ node }: GraphNode, slot: string): boolean {
  return node.type === 'tool' && node.mode === 'each' && (node.each_slot ?? slot) === slot;
}
