import { countFitting, FRAME } from '@rotamer/kit/batching/fitting.ts';
import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { Node, Run } from '@rotamer/proto/workflows/v1/workflow.ts';
import { type GetResultsRequest, Item, NodeResult, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import { ITEMS } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { Deps } from '../deps.ts';
import { BEGINNING, type Place, readPage, readPlace, writePlace } from '../items/itemPages.ts';
import { presentItem } from '../items/presentItem.ts';
import { fittingChildren, readChildren, readNodes } from '../runs/runDetails.ts';
import { attemptOf, readOwnRun } from '../runs/runStore.ts';

/** Maximum number of children of a node, and of items of an output, in the response. */
const CHILDREN = 100;
const SHOWN_ITEMS = 1_000;

/** Bytes of the children of one node. */
const CHILD_BYTES = 64 * 1024;

/** Most children and items of a node that an answer has. */
interface Most {
  children: number;
  items: number;
}

function mostOf(limit: number): Most {
  if (limit === 0) return { children: CHILDREN, items: SHOWN_ITEMS };
  requireValid(limit < 0 && { path: 'limit', message: 'must be at least 1' });
  return { children: Math.min(limit, CHILDREN), items: Math.min(limit, SHOWN_ITEMS) };
}

type ResultDeps = Pick<Deps, 'db' | 'revisions'>;

/**
 * Returns the results of each node, as many as fit into a message. For a node with `resultAvailable`, clients read the results of its jobs.
 */
export function getResults(deps: ResultDeps): Rpc<GetResultsRequest, RunResults> {
  return async ({ runId, attemptId, after, nodeId, limit }, { caller }) => {
    const { run } = await readOwnRun(deps.db, runId, caller);
    const attempt = attemptOf(run, attemptId);
    const all = await readNodes(deps.db, deps.revisions, run, attempt.id);
    const nodes = nodeId === '' ? all : all.filter(({ id }) => id === nodeId);
    if (nodes.length === 0) throw notFound('node of this run');
    const most = mostOf(limit);
    const start = startOf(nodes, after);
    const results: RunResults = { run, attemptId: attempt.id, nodes: [], next: '' };
    let room = limits.messageBytes - encodedBytes(RunResults, results);
    for (const [i, node] of nodes.slice(start.node).entries()) {
      const begin = i === 0 ? start.place : BEGINNING;
      const { result, end } = await readResult(deps, run, attempt.id, node, { begin, room, ...most });
      const bytes = encodedBytes(NodeResult, result) + FRAME;
      if (bytes > room && i > 0) return { ...results, next: cursorOf(node, BEGINNING) };
      results.nodes.push(result);
      room -= bytes;
      if (end) return { ...results, next: cursorOf(node, end) };
    }
    return results;
  };
}

/** Reads the result of one node, with its items after a place. `end` is the place of the last item in the message, if there are more. */
async function readResult(
  { db, revisions }: ResultDeps,
  run: Run,
  attemptId: string,
  { id: nodeId, type, status, items: total }: Node,
  { begin, room, children: mostChildren, items: mostItems }: Most & { begin: Place; room: number },
): Promise<{ result: NodeResult; end?: Place }> {
  const children =
    type === 'tool'
      ? await readChildren(db, await revisions.get(run.revisionId), attemptId, { limit: mostChildren + 1, nodeId })
      : [];
  const shown = fittingChildren(children.slice(0, mostChildren), CHILD_BYTES);
  const result: NodeResult = {
    nodeId,
    type,
    status,
    resultAvailable: children.some(({ resultAvailable }) => resultAvailable) || (type === 'output' && total > 0),
    children: shown,
    moreChildren: children.length > shown.length,
    items: [],
    moreItems: type === 'output' && total > mostItems,
  };
  if (type !== 'output') return { result };
  // Position numbers of an output start at 0.
  const found = (
    await readPage(db, attemptId, [{ source: nodeId, port: ITEMS }], {
      after: begin,
      total: Math.min(total, mostItems),
    })
  ).filter(({ place }) => place.position < mostItems);
  const items = found.map(({ item }) => presentItem(item));
  const fitting = countFitting(Item, items, room - NODE_BYTES);
  const last = found[fitting - 1]?.place;
  const isLast = !last || last.position + 1 >= Math.min(total, mostItems);
  return { result: { ...result, items: items.slice(0, fitting) }, end: isLast ? undefined : last };
}

/** Bytes of a node's result without its children and items. */
const NODE_BYTES = 256;

const cursorOf = ({ id }: Node, place: Place) => `${id}/${writePlace(place)}`;

function startOf(nodes: Node[], after: string): { node: number; place: Place } {
  if (after === '') return { node: 0, place: BEGINNING };
  const [id, text = ''] = after.split('/');
  const node = nodes.findIndex((one) => one.id === id);
  const place = readPlace(text);
  if (node < 0 || !place) throw validationFault([{ path: 'after', message: 'is not a valid cursor' }]);
  return { node, place };
}
