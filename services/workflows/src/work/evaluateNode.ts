import { Fault } from '@rotamer/kit/errors/fault.ts';
import { type GraphEdge, ITEMS } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { JoinNode } from '../definition/schema.ts';
import { liveEdges } from '../engine/attempt.ts';
import { chooseCase } from '../flow/chooseCase.ts';
import { joinItems } from '../flow/join.ts';
import { itemIds } from '../flow/makeItems.ts';
import { filterItems } from '../flow/matches.ts';
import { rankItems } from '../flow/rank.ts';
import { readAttempt } from '../run/attemptStore.ts';
import { candidateSet } from '../run/candidateSet.ts';
import { type Extended, readMeasured } from '../run/itemStore.ts';
import type { EvaluateDeps, Evaluation } from './evaluation.ts';
import { readInputItems } from './readInputItems.ts';

/** Works out a node; undefined: it is not to be worked out any more. */
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
  if (node.type === 'input') {
    return readInputItems(deps, attempt.runId, node, flow).catch((error) => {
      if (error instanceof Fault && error.code !== 'service_unavailable') return { error: error.message };
      throw error;
    });
  }
  if (node.type === 'curation')
    return curate(deps, attemptId, nodeId, attempt.state.nodes[nodeId]?.decided ?? false, live);
  if (node.type === 'join') return join(deps, attemptId, node, live);
  const items = await readMeasured(deps.db, attemptId, live);
  if (items.length > limits.itemsPerNode)
    return { error: `${items.length} items came; a node takes at most ${limits.itemsPerNode}.` };
  const idsOf = (some: typeof items) => some.map(({ id }) => id);
  switch (node.type) {
    case 'filter':
      return { port: ITEMS, itemIds: idsOf(filterItems(items, node.filters)) };
    case 'rank':
      return { port: ITEMS, itemIds: idsOf(rankItems(items, node.sort ?? [], node.limit)) };
    case 'branch': {
      const taken = chooseCase(node, items);
      return { port: taken, itemIds: idsOf(items), taken };
    }
    default:
      return { port: ITEMS, itemIds: idsOf(items) };
  }
}

/** Items that have a partner become new ones, with its metrics; the others are passed on as they are. */
async function join(
  { db, clock }: EvaluateDeps,
  attemptId: string,
  node: JoinNode,
  incoming: GraphEdge[],
): Promise<Evaluation> {
  const into = (slot: string) => incoming.filter((edge) => edge.slot === slot);
  const [items, others] = [
    await readMeasured(db, attemptId, into('items')),
    await readMeasured(db, attemptId, into('with')),
  ];
  const most = Math.max(items.length, others.length);
  if (most > limits.itemsPerNode) return { error: `${most} items came; a node takes at most ${limits.itemsPerNode}.` };
  const newItemId = itemIds(clock());
  const extended: Extended[] = [];
  const ids = joinItems(node, items, others).map(({ id, partner }) => {
    if (!partner) return id;
    const one = { id: newItemId(), from: id, metrics: partner.metrics, sources: [id, partner.id] };
    extended.push(one);
    return one.id;
  });
  return { port: ITEMS, itemIds: ids, extended };
}

/** First the candidates, for someone to choose among; once that is done, those that were approved, in the order of arrival. */
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
  const items = await readMeasured(db, attemptId, incoming);
  return { port: ITEMS, itemIds: items.map(({ id }) => id).filter((id) => approved.has(id)) };
}
