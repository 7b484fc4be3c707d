import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { GraphNode } from '../definition/graph.ts';
import type { ToolNode } from '../definition/schema.ts';

/** The release that a tool node of a run searches in every attempt. */
export interface Pin {
  /** The setting of the tool that names it. */
  setting: string;
  /** With its release: `swissprot@2026_04`. */
  dataset: string;
  /** Digest of the release, SHA-256 in hex. */
  sha256: string;
}

/** By node id. Nodes without a dataset, and runs of releases without pins, have no entry. */
export type Pins = Record<string, Pin>;

/** Returns the pins of a run. */
export async function readPins(db: Queryable, runId: string): Promise<Pins> {
  const { rows } = await db.query('select datasets from runs where id = $1', [runId]);
  return rows[0].datasets;
}

/** Returns a tool node whose settings name the pinned release. */
export function pinned(node: ToolNode, pin: Pin | undefined): ToolNode {
  return pin ? { ...node, settings: { ...node.settings, [pin.setting]: pin.dataset } } : node;
}

/** Returns a node of a graph in the same way. */
export function pinnedGraphNode(graphNode: GraphNode, pin: Pin | undefined): GraphNode {
  return pin ? { ...graphNode, node: pinned(graphNode.node as ToolNode, pin) } : graphNode;
}
