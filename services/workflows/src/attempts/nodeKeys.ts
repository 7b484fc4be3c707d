import { createHash } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import canonicalize from 'canonicalize';
import { type Pin, pinned } from '../datasets/pins.ts';
import type { GraphNode } from '../definition/graph.ts';
import type { ToolNode } from '../definition/schema.ts';
import { type AttemptState, liveEdges } from '../engine/attempt.ts';
import { arrivingDigest } from '../items/itemStore.ts';
import type { Attempt } from './attemptStore.ts';

/** The parts on which the result of a tool node depends. Each is a SHA-256 in hex, so that a difference can be named. */
export interface KeyParts {
  /** The node's configuration, with its edges, the release of its dataset and the release's digest. */
  settings: string;
  /** The tool and its version. */
  tool: string;
  /** The contents of everything that arrives, edge by edge and in order. */
  inputs: string;
}

/** Returns the identity of a result: equal keys mean equal results. */
function keyOf({ settings, tool, inputs }: KeyParts): string {
  return sha256([settings, tool, inputs]);
}

/** Returns the key parts of a node for its present inputs. `version` is that of the tool's contract, `pin` that of the run. */
export async function keyParts(
  db: Queryable,
  attemptId: string,
  state: AttemptState,
  { node, incoming }: GraphNode,
  version: string,
  pin: Pin | undefined,
): Promise<KeyParts> {
  const {
    label: _,
    description: __,
    max_parallel: ___,
    on_item_error: ____,
    ...config
  } = pinned(node as ToolNode, pin);
  const live = liveEdges(state, incoming);
  const edges = live.map(({ source, port, slot, record }) => ({ source, port, slot, record }));
  return {
    settings: sha256({ ...config, edges, dataset: pin?.sha256 }),
    tool: sha256([config.tool, version]),
    inputs: await arrivingDigest(db, attemptId, live),
  };
}

/** Records the key of a node when the first result of its jobs is stored. `version` is that of the tool that made the result. */
export async function recordKey(
  tx: Queryable,
  { id, runId, state }: Attempt,
  graphNode: GraphNode,
  version: string,
): Promise<void> {
  const nodeId = graphNode.node.id;
  const { rows } = await tx.query(
    `select n.key, r.datasets -> n.id as pin from nodes n join runs r on r.id = $3
     where n.attempt_id = $1 and n.id = $2`,
    [id, nodeId, runId],
  );
  if (rows[0]?.key) return;
  const parts = await keyParts(tx, id, state, graphNode, version, rows[0]?.pin ?? undefined);
  await tx.query('update nodes set key = $3, key_parts = $4 where attempt_id = $1 and id = $2', [
    id,
    nodeId,
    keyOf(parts),
    JSON.stringify(parts),
  ]);
}

function sha256(value: unknown): string {
  return createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(value)))!)
    .digest('hex');
}
