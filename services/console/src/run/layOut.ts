import dagre from '@dagrejs/dagre';
import type { WorkflowRun } from '@rotamer/client';
import { NODE, type Point, type RunLayout } from './runLayout.ts';

type Node = Pick<WorkflowRun['nodes'][number], 'id' | 'after'>;

/** Space around the picture, for the outline of a selected node. */
const MARGIN = 6;

/** Lays the nodes out from top to bottom, so that the picture of a usual workflow is as narrow as a phone. Edges never cross a node. */
export function layOut(nodes: readonly Node[]): RunLayout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 34, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...NODE });
  for (const { id, after = [] } of nodes) for (const source of after) graph.setEdge(source, id);
  dagre.layout(graph);
  const placed = nodes.map(({ id }): [string, Point] => {
    const { x, y } = graph.node(id);
    return [id, { x: Math.round(x - NODE.width / 2), y: Math.round(y - NODE.height / 2) }];
  });
  const edges = graph
    .edges()
    .map(({ v, w }: { v: string; w: string }) => ({ from: v, to: w, points: rounded(graph.edge(v, w).points) }));
  const { width = 0, height = 0 } = graph.graph();
  return { width: Math.ceil(width), height: Math.ceil(height), nodes: Object.fromEntries(placed), edges };
}

function rounded(points: readonly Point[]): Point[] {
  return points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
}
