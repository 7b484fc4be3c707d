import { buffer } from 'node:stream/consumers';
import { MAX_CONTENT_BYTES } from '@rotamer/domain/limits.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { type Submission, SubmissionKind, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { ToolContract, ToolInputSlot } from '@rotamer/tools/contract.ts';
import { readAttempt } from '../attempts/attemptStore.ts';
import type { Tools } from '../definition/catalogue.ts';
import { eachSlotOf, type GraphEdge, type GraphNode } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { RecordOf, ToolNode } from '../definition/schema.ts';
import { liveEdges } from '../engine/attempt.ts';
import { parentRef, submissionIdOf } from '../engine/child.ts';
import type { CountUnits } from '../flow/artifactUnits.ts';
import type { OfferedItem } from '../flow/item.ts';
import { MAX_JOB_CHARACTERS, type Offered, offer, refuseTooMuch, toInputs } from '../flow/toInputs.ts';
import { measureArriving, readArriving, readItems } from '../items/itemStore.ts';
import type { DueChild } from './dueChildren.ts';

/** What all children of an attempt have in common. */
export interface CommonPart {
  runId: string;
  runName: string;
  budgetId?: string;
}

interface RequestDeps {
  db: Db;
  blobs: Pick<Blobs, 'get'>;
  countUnits: CountUnits;
}

/**
 * Makes the submissions of several children of one node. The body of a request depends only on data that was committed before, so a
 * repeated submission is a replay. A Fault in place of a request means that this child can never be submitted.
 */
export async function jobRequests(
  deps: RequestDeps,
  graphNode: GraphNode,
  tools: Tools,
  attempt: CommonPart,
  children: DueChild[],
): Promise<(SubmitRequest | Fault)[]> {
  const node = graphNode.node as ToolNode;
  const contract = tools.get(node.tool)?.contract;
  if (!contract) return children.map(() => new Fault('not_found', `The tool '${node.tool}' no longer exists.`));
  const eachSlot = eachSlotOf(graphNode);
  const shared = await sharedInputs(deps, children[0]!.attemptId, graphNode, contract, eachSlot).catch(asFault);
  const ids = children.flatMap(({ itemId }) => itemId ?? []);
  const items = await readItems(deps.db, ids);
  return Promise.all(
    children.map(async (child): Promise<SubmitRequest | Fault> => {
      try {
        if (shared instanceof Fault) return shared;
        const own =
          child.itemId === undefined ? [] : await ownInput(deps, graphNode, contract, items.get(child.itemId)!);
        return toRequest(node, child, attempt, items.get(child.itemId ?? '')?.label, [...own, ...shared]);
      } catch (error) {
        return asFault(error);
      }
    }),
  );
}

/** Returns a fault that the request itself causes; throws any other error again, so that the submission is retried. */
function asFault(error: unknown): Fault {
  if (error instanceof Fault && error.code !== 'service_unavailable') return error;
  throw error;
}

/** The inputs that every child of the node gets. */
async function sharedInputs(
  deps: RequestDeps,
  attemptId: string,
  { incoming }: GraphNode,
  { slots }: ToolContract,
  eachSlot: string | undefined,
): Promise<SubmittedInput[]> {
  const inputs: SubmittedInput[] = [];
  const attempt = await readAttempt(deps.db, attemptId);
  const live = attempt ? liveEdges(attempt.state, incoming) : [];
  for (const slot of slots) {
    const edges = live.filter((edge) => edge.slot === slot.id && slot.id !== eachSlot);
    if (edges.length === 0) continue;
    const joined = await refuseUnread(deps, attemptId, edges, slot);
    const offered: Offered[] = [];
    for (const edge of edges) offered.push(...(await offersOf(deps, attemptId, edge, joined)));
    inputs.push(...toInputs(slot, offered));
    refuseTooMuch(inputs.reduce((sum, { content }) => sum + (content?.length ?? 0), 0));
  }
  return inputs;
}

/**
 * Refuses what arrives in a slot by its known sizes, before any content is read: the number of items, and the length of the contents that
 * travel with the job. Returns true if there are too many items to name each, so that their contents must be joined.
 */
async function refuseUnread(
  { db }: Pick<RequestDeps, 'db'>,
  attemptId: string,
  edges: GraphEdge[],
  { id, max }: ToolInputSlot,
): Promise<boolean> {
  const { items, characters, artifactBytes } = await measureArriving(db, attemptId, edges);
  const joined = items > max;
  const read = joined ? edges : edges.filter(({ record }) => record);
  const { artifactBytes: readBytes } =
    read.length > 0 ? await measureArriving(db, attemptId, read) : { artifactBytes: 0 };
  refuseTooMuch(characters + readBytes);
  if (items > limits.itemsPerNode)
    throw new Fault(
      'payload_too_large',
      `${items} items came into the slot '${id}'; a job takes at most ${limits.itemsPerNode}.`,
    );
  if (artifactBytes > MAX_CONTENT_BYTES)
    throw new Fault(
      'payload_too_large',
      `Files of ${artifactBytes} bytes came into the slot '${id}'; a job takes at most ${MAX_CONTENT_BYTES}.`,
    );
  return joined;
}

/** Reads the items that arrive over an edge. `joined`: there are too many items to name each, so their contents are joined. */
async function offersOf(deps: RequestDeps, attemptId: string, edge: GraphEdge, joined: boolean): Promise<Offered[]> {
  const offered: Offered[] = [];
  for (const item of await readArriving(deps.db, attemptId, [edge])) {
    const one = await offerOf(deps, item, edge.record, joined);
    if (one) offered.push(one);
  }
  return offered;
}

/**
 * Prepares an item for a slot. A file is passed by its name in the store. Its content is read only if a record in it is wanted, or if it is
 * joined with others.
 */
async function offerOf(
  deps: RequestDeps,
  item: OfferedItem,
  record: RecordOf | undefined,
  joined = false,
): Promise<Offered | undefined> {
  const { content } = item;
  if (content.in !== 'artifact' || record || joined) return offer(item, record, await contentOf(deps, item));
  const one = offer(item, record, undefined);
  // Jobs refuses a larger file, so its units are not counted.
  return one && { ...one, units: content.size <= MAX_CONTENT_BYTES ? await deps.countUnits(content) : undefined };
}

/** The input of one child of an `each` node. */
async function ownInput(
  deps: RequestDeps,
  graphNode: GraphNode,
  { slots }: ToolContract,
  item: OfferedItem,
): Promise<SubmittedInput[]> {
  const slotId = eachSlotOf(graphNode)!;
  const slot = slots.find(({ id }) => id === slotId);
  // All edges into one slot bring the same kind of item; otherwise the definition would not be valid.
  const record =
    item.kind === 'table' ? graphNode.incoming.find((edge) => edge.slot === slotId && edge.record)?.record : undefined;
  const one = await offerOf(deps, item, record);
  if (!slot || !one)
    throw new Fault('validation_error', `The row '${item.label}' has no ${record?.content ?? 'content'}.`);
  return toInputs(slot, [one]);
}

/** Returns undefined for a saved file, which jobs reads itself. */
async function contentOf({ blobs }: RequestDeps, { content }: OfferedItem): Promise<string | undefined> {
  if (content.in === 'text') return content.text;
  if (content.in === 'file') return undefined;
  if (content.size > MAX_JOB_CHARACTERS)
    throw new Fault(
      'payload_too_large',
      `The file ${content.name} has ${content.size} bytes; a job can take at most ${MAX_JOB_CHARACTERS} from another job.`,
    );
  const blob = await blobs.get(content.key);
  if (!blob) throw new Fault('not_found', `The file ${content.name} no longer exists.`);
  return (await buffer(blob.body)).toString();
}

/** Longest name of a job, in characters. */
const MAX_NAME = 500;

function toRequest(
  node: ToolNode,
  child: DueChild,
  { runId, runName, budgetId }: CommonPart,
  itemLabel: string | undefined,
  inputs: SubmittedInput[],
): SubmitRequest {
  const { attemptId, nodeId, n, projectId } = child;
  const name = [runName, node.label ?? node.id, itemLabel].filter((part) => part !== undefined).join(' · ');
  const submission: Submission = { tool: node.tool, inputs, settingsJson: JSON.stringify(node.settings ?? {}) };
  return {
    submissionId: submissionIdOf(child),
    kind: SubmissionKind.CHILD,
    // Jobs of release 0.2 reads the fields of the request itself.
    ...submission,
    submission,
    name: [...name].slice(0, MAX_NAME).join(''),
    projectId,
    parentRef: parentRef(attemptId, nodeId, n),
    budgetId,
    runId,
    labels: {},
  };
}
