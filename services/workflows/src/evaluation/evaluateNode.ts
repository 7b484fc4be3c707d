import { Fault } from '@rotamer/kit/errors/fault.ts';
import { type Attempt, readAttempt } from '../attempts/attemptStore.ts';
import { candidateSet } from '../curation/candidateSet.ts';
import { type GraphEdge, type GraphNode, ITEMS, JOIN_SLOTS } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { JoinNode } from '../definition/schema.ts';
import { liveEdges } from '../engine/attempt.ts';
import { chooseCase, fieldsOfCases } from '../flow/chooseCase.ts';
import type { Flow } from '../flow/flowOf.ts';
import type { Measured } from '../flow/item.ts';
import { joinItems } from '../flow/join.ts';
import { itemIds } from '../flow/makeItems.ts';
import { filterItems } from '../flow/matches.ts';
import { rankItems } from '../flow/rank.ts';
import { type Extended, readMeasured, readMeasuredPages } from '../items/itemStore.ts';
import type { EvaluateDeps, Evaluation } from './evaluation.ts';
import { readInputItems } from './readInputItems.ts';

/** Evaluates a node. Returns undefined if the node is not to be evaluated any more. */
export async function evaluateNode(
  deps: EvaluateDeps,
  attemptId: string,
  nodeId: string,
): Promise<Evaluation | undefined> {
  const attempt = await readAttempt(deps.db, attemptId);
  if (attempt?.state.nodes[nodeId]?.status !== 'EVALUATING') return undefined;
  const { graph, flow } = await deps.revisions.get(attempt.revisionId);
  const { node, incoming } = graph.nodes.get(nodeId)!;
  const live = liveEdges(attempt.state, incoming);
  const came = mostItems(attempt, node.type === 'join' ? JOIN_SLOTS : [ITEMS], live);
  // Counts the items before reading any of them.
  if (node.type !== 'curation' && came > limits.itemsPerNode)
    return { error: `${came} items came; a node takes at most ${limits.itemsPerNode}.` };
  return evaluateCounted(deps, attempt, graph.nodes.get(nodeId)!, live, flow).catch((error) => {
    if (error instanceof Fault && error.code !== 'service_unavailable') return { error: error.message };
    throw error;
  });
}

/** Returns the number of items in the slot that gets the most. */
function mostItems({ state: { nodes } }: Attempt, slots: readonly string[], live: GraphEdge[]): number {
  const into = (slot: string) =>
    live
      .filter((edge) => edge.slot === slot)
      .reduce((sum, { source, port }) => sum + (nodes[source]?.outputs[port] ?? 0), 0);
  return Math.max(...slots.map(into));
}

async function evaluateCounted(
  deps: EvaluateDeps,
  { id, runId, state }: Attempt,
  { node }: GraphNode,
  live: GraphEdge[],
  flow: Flow,
): Promise<Evaluation> {
  switch (node.type) {
    case 'input':
      return readInputItems(deps, runId, node, flow);
    case 'curation':
      return curate(deps, id, node.id, state.nodes[node.id]?.decided ?? false, live);
    case 'join':
      return join(deps, id, node, live);
    case 'filter': {
      const matching: string[] = [];
      for await (const page of readMeasuredPages(deps.db, id, live, Object.keys(node.filters)))
        matching.push(...idsOf(filterItems(page, node.filters)));
      return { port: ITEMS, itemIds: matching };
    }
    case 'rank': {
      const { sort = [], limit } = node;
      const fields = sort.map(({ field }) => field);
      return { port: ITEMS, itemIds: idsOf(rankItems(await readMeasured(deps.db, id, live, fields), sort, limit)) };
    }
    case 'branch': {
      const items = await readMeasured(deps.db, id, live, fieldsOfCases(node));
      const taken = chooseCase(node, items);
      return { port: taken, itemIds: idsOf(items), taken };
    }
    default:
      return { port: ITEMS, itemIds: idsOf(await readMeasured(deps.db, id, live, [])) };
  }
}

const idsOf = (items: Measured[]) => items.map(({ id }) => id);

/**
 * Joins the items of two slots. An item with a partner becomes a new item with the partner's metrics; other items are passed on unchanged.
 */
async function join(
  { db, clock }: EvaluateDeps,
  attemptId: string,
  node: JoinNode,
  incoming: GraphEdge[],
): Promise<Evaluation> {
  const into = (slot: 'items' | 'with') =>
    readMeasured(
      db,
      attemptId,
      incoming.filter((edge) => edge.slot === slot),
      [node.on[slot]],
    );
  const [items, others] = [await into('items'), await into('with')];
  const newItemId = itemIds(clock());
  const extended: Extended[] = [];
  const ids = joinItems(node, items, others).map(({ id, partner }) => {
    if (partner === undefined) return id;
    const one = { id: newItemId(), from: id, with: partner };
    extended.push(one);
    return one.id;
  });
  return { port: ITEMS, itemIds: ids, extended };
}

/**
 * Evaluates a checkpoint. Before the decision it returns the candidates. After the decision it returns the approved items, in the order of
 * arrival.
 */
async function curate(
  { db }: EvaluateDeps,
  attemptId: string,
  nodeId: string,
  decided: boolean,
  incoming: GraphEdge[],
): Promise<Evaluation> {
  if (!decided) {
    const { candidates, digest } = await candidateSet(db, attemptId, incoming);
    if (candidates.length <= limits.candidates) return { candidates: candidates.length, candidateDigest: digest };
    return {
      error: `${candidates.length} candidates came; at most ${limits.candidates} can be reviewed. Put a rank with a limit before it.`,
    };
  }
  const { rows } = await db.query('select approved from decisions where attempt_id = $1 and node_id = $2', [
    attemptId,
    nodeId,
  ]);
  const approved = new Set<string>(rows[0]?.approved);
  const items = await readMeasured(db, attemptId, incoming, []);
  return { port: ITEMS, itemIds: idsOf(items).filter((id) => approved.has(id)) };
}
