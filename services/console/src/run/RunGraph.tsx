import { nodeCost, nodeCounts, nodeKind, nodeName, nodeState, type RunNode } from './nodeWords.ts';
import { NODE, type Point, type RunLayout } from './runLayout.ts';

interface RunGraphProps {
  nodes: RunNode[];
  layout: RunLayout;
  /** The address of the run's page. */
  path: string;
  /** The node whose jobs are shown beside the graph. */
  selected: string | undefined;
}

/** The nodes of a run as a drawing. Each is a link to its jobs and items. The table of steps has the same as text. */
export function RunGraph({ nodes, layout, path, selected }: RunGraphProps) {
  const { width, height } = layout;
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-label="Graph of the run">
      {layout.edges.map(({ from, to, points }) => (
        <path key={`${from} ${to}`} class="edge" d={curveThrough(points)} />
      ))}
      {nodes.map((node) => (
        <NodeBox key={node.id} node={node} at={layout.nodes[node.id]!} path={path} isSelected={node.id === selected} />
      ))}
    </svg>
  );
}

/** Most characters of one line in a node. */
const LINE = 31;

function NodeBox({ node, at, path, isSelected }: { node: RunNode; at: Point; path: string; isSelected: boolean }) {
  const state = nodeState(node);
  const [counts, cost] = [nodeCounts(node), nodeCost(node)];
  return (
    <a
      href={`${path}?step=${encodeURIComponent(node.id)}#step`}
      aria-current={isSelected ? 'true' : undefined}
      class="node"
      data-status={node.status}
    >
      <rect x={at.x} y={at.y} width={NODE.width} height={NODE.height} rx={8} />
      <circle cx={at.x + 16} cy={at.y + 18} r={5} />
      <text class="title" x={at.x + 28} y={at.y + 22}>
        {cut(nodeName(node))}
      </text>
      <text x={at.x + 28} y={at.y + 40}>
        {cut(nodeKind(node))}
      </text>
      <text x={at.x + 28} y={at.y + 56}>
        {cut([state, counts, cost].filter(Boolean).join(' · '), LINE + 6)}
      </text>
      <Done node={node} at={at} />
    </a>
  );
}

/** A bar at the bottom of a node: which part of its jobs has ended. */
function Done({ node, at }: { node: RunNode; at: Point }) {
  const { completed, failed, active, waiting } = node.job_counts;
  const total = completed + failed + active + waiting;
  if (total === 0 || node.status !== 'RUNNING') return null;
  const width = ((NODE.width - 16) * (completed + failed)) / total;
  return <rect class="done" x={at.x + 8} y={at.y + NODE.height - 4} width={width} height={3} />;
}

function cut(text: string, most = LINE): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Returns the path of an edge: straight pieces between the points, with rounded corners. */
function curveThrough([first, ...rest]: Point[]): string {
  if (!first) return '';
  const pieces = rest.map((point, i) => {
    const next = rest[i + 1];
    if (!next) return `L${point.x} ${point.y}`;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${pieces.join('')}`;
}
