import { readManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { type NodeReuse, ReuseVerdict } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Tools } from '../definition/catalogue.ts';
import type { Graph } from '../definition/graph.ts';
import type { ToolNode } from '../definition/schema.ts';
import type { AttemptState } from '../engine/attempt.ts';
import type { Revision } from '../workflow/revisions.ts';
import { type Attempt, readAttempt } from './attemptStore.ts';
import { type KeyParts, keyParts } from './nodeKeys.ts';

interface ReuseDeps {
  db: Db;
  blobs: Pick<Blobs, 'get' | 'size'>;
  tools(): Promise<Tools>;
}

/** Plans, for each node of an earlier attempt, whether the next attempt reuses or repeats it. In the order of the definition. */
export async function planReuse(
  deps: ReuseDeps,
  { definition, graph }: Revision,
  attemptId: string,
  failedNode: string | undefined,
): Promise<NodeReuse[]> {
  const attempt = (await readAttempt(deps.db, attemptId))!;
  const again = failedNode === undefined ? undefined : nodesToRepeat(graph, attempt.state, failedNode);
  const plan: NodeReuse[] = [];
  for (const { id: nodeId } of definition.nodes) {
    if (!again || again.has(nodeId)) {
      const reason = again ? REPEATED : 'The run starts again from its inputs.';
      plan.push({ nodeId, verdict: ReuseVerdict.RUNS_AGAIN, reason });
    } else plan.push({ nodeId, ...(await judge(deps, graph, attempt, nodeId)) });
  }
  return plan;
}

/** Why a node runs again in an attempt from a failed node. */
export const REPEATED = 'It has failed or has no complete result, or comes after such a node.';

/**
 * Returns the nodes that an attempt from a failed node runs again: the failed node, nodes without a complete result that do not lead to it,
 * and all nodes after these.
 */
export function nodesToRepeat(
  graph: Graph,
  { nodes }: Pick<AttemptState, 'nodes'>,
  failedNode: string,
): ReadonlySet<string> {
  const leading = nodesBefore(graph, failedNode);
  const isIncomplete = (id: string) => !['COMPLETED', 'SKIPPED'].includes(nodes[id]!.status) || nodes[id]!.failed > 0;
  const found = new Set<string>();
  // The nodes of a graph are in an order in which every edge leads to a later node.
  for (const [id, { incoming }] of graph.nodes)
    if (id === failedNode || (!leading.has(id) && isIncomplete(id)) || incoming.some(({ source }) => found.has(source)))
      found.add(id);
  return found;
}

/** Returns all nodes that lead to a node. */
function nodesBefore(graph: Graph, nodeId: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const id of [...graph.nodes.keys()].reverse())
    if (graph.nodes.get(id)!.outgoing.some(({ target }) => target === nodeId || found.has(target))) found.add(id);
  return found;
}

const OF_PART: Record<keyof KeyParts, { verdict: ReuseVerdict; reason: string }> = {
  settings: { verdict: ReuseVerdict.CHANGED_SETTINGS, reason: 'Its settings or edges have changed.' },
  tool: { verdict: ReuseVerdict.NEW_TOOL_VERSION, reason: 'The version of its tool has changed.' },
  inputs: { verdict: ReuseVerdict.OTHER_INPUT, reason: 'Its input items have changed.' },
};

async function judge(
  deps: ReuseDeps,
  graph: Graph,
  attempt: Attempt,
  nodeId: string,
): Promise<Omit<NodeReuse, 'nodeId'>> {
  const none = (reason: string) => ({ verdict: ReuseVerdict.NO_RESULT, reason });
  const graphNode = graph.nodes.get(nodeId)!;
  const { status, failed } = attempt.state.nodes[nodeId]!;
  if (status === 'SKIPPED')
    return { verdict: ReuseVerdict.REUSED, reason: 'It was skipped and will be skipped again.' };
  if (status !== 'COMPLETED' || failed > 0) return none('The earlier attempt left no complete result.');
  if (graphNode.node.type !== 'tool') return { verdict: ReuseVerdict.REUSED, reason: 'It passes on the same items.' };
  const { rows } = await deps.db.query(
    `select n.key_parts, coalesce(n.reused_attempt_id, n.attempt_id) as made_by, r.datasets -> n.id as pin
     from nodes n join runs r on r.id = $3 where n.attempt_id = $1 and n.id = $2`,
    [attempt.id, nodeId, attempt.runId],
  );
  const stored: KeyParts | null = rows[0].key_parts;
  const tool = (await deps.tools()).get((graphNode.node as ToolNode).tool);
  if (!stored && attempt.state.nodes[nodeId]!.total === 0)
    return { verdict: ReuseVerdict.REUSED, reason: 'It had nothing to do.' };
  if (!stored || !tool) return none('There is no record of the earlier result.');
  const { version } = tool.contract;
  const now = await keyParts(deps.db, attempt.id, attempt.state, graphNode, version, rows[0].pin ?? undefined);
  for (const part of ['settings', 'tool', 'inputs'] as const) if (stored[part] !== now[part]) return OF_PART[part];
  const missing = await findDamage(deps, rows[0].made_by, nodeId);
  return missing
    ? none(missing)
    : { verdict: ReuseVerdict.REUSED, reason: 'Its settings, tool and inputs are the same.' };
}

/** Maximum number of results that are checked at the same time. */
const AT_ONCE = 32;

/**
 * Reads manifests again and compares them with their digests. Every file that a manifest lists must exist with its size. Returns the first
 * damage found.
 */
async function findDamage({ db, blobs }: ReuseDeps, attemptId: string, nodeId: string): Promise<string | undefined> {
  for (let after = -1; ; ) {
    const { rows } = await db.query(
      prepared(
        `select n, job_id, manifest from children where attempt_id = $1 and node_id = $2 and n > $3 and state = 'DONE'
         order by n limit ${AT_ONCE}`,
        [attemptId, nodeId, after],
      ),
    );
    const damages = await Promise.all(rows.map((row) => damageOf(blobs, row)));
    const found = damages.find((damage) => damage !== undefined);
    if (found !== undefined || rows.length < AT_ONCE) return found;
    after = rows.at(-1).n;
  }
}

async function damageOf(
  blobs: ReuseDeps['blobs'],
  { job_id, manifest }: { job_id: string; manifest: ManifestRef },
): Promise<string | undefined> {
  const found = await readManifest(blobs, manifest).catch((error) => {
    if (error?.name === 'DamagedManifest') return undefined;
    throw error;
  });
  if (!found) return `The result of ${job_id} is gone or damaged.`;
  for (const { key, size, name } of found.files)
    if ((await blobs.size(key)) !== size) return `The file ${name} of ${job_id} is gone or damaged.`;
  return undefined;
}
