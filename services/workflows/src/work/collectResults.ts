import { DamagedManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import type { Attempt } from '../attempts/attemptStore.ts';
import { recordKey } from '../attempts/nodeKeys.ts';
import { addMatches, readStopWhen } from '../batches/stopWhen.ts';
import { lockChildren, moveChildren } from '../children/childStore.ts';
import { claimEnded, type EndedRow } from '../children/endedChildren.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import type { Tools } from '../definition/catalogue.ts';
import type { Filters } from '../definition/filters.ts';
import { LINES } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { ToolNode } from '../definition/schema.ts';
import type { Deps } from '../deps.ts';
import type { AttemptEvent, AttemptState } from '../engine/attempt.ts';
import type { Flow } from '../flow/flowOf.ts';
import type { Item } from '../flow/item.ts';
import { itemIds, RowTooLong } from '../flow/makeItems.ts';
import { matches } from '../flow/matches.ts';
import { ResultTooLong, readResult, TooManyItems } from '../flow/readResult.ts';
import { insertItems, insertOutputs, type NewOutput } from '../items/itemStore.ts';
import { batchRevision } from '../workflow/revisions.ts';

const INTERVAL_MS = 1_000;

/** Number of ended children that one pass takes, over all attempts. */
const BATCH = 60;

/** Number of results of one attempt that are read at the same time. */
const AT_ONCE = 4;

/** Approximate characters of items that are stored before more results are read. */
const PORTION = 8 * 1024 * 1024;

/** The name by which operators see the loop. */
const COLLECT_RESULTS = 'collect-results';

type CollectDeps = Pick<Deps, 'db' | 'blobs' | 'clock' | 'tools' | 'revisions' | 'changeAttempt' | 'log'>;

/**
 * Reads the results of ended children, stores them as items, and sends the engine one event for each child. Returns true if there may be
 * more.
 */
export async function collectResults(deps: CollectDeps, workers: WorkspaceWorkers): Promise<boolean> {
  const ended = await claimEnded(deps.db, BATCH, workers.busy());
  const byAttempt = Map.groupBy(ended, ({ attemptId }) => attemptId);
  const pieces = [...byAttempt].map(([id, rows]) => ({ id, workspaceId: rows[0]!.workspaceId, rows }));
  workers.work(pieces, (own) =>
    workOnEach({ ...deps, work: COLLECT_RESULTS, claimed: true }, own, ({ rows }) => collect(deps, rows)),
  );
  return ended.length === BATCH;
}

interface Collected {
  row: EndedRow;
  items: Map<string, Item[]>;
  /** The version of the tool that made the items. */
  toolVersion?: string;
  error?: string;
  /** Whether a row matches `stop_when` of the batch. */
  matched?: boolean;
}

/** Collects the children of one attempt in portions. Each portion is stored before more is read, to limit memory. */
async function collect(deps: CollectDeps, rows: EndedRow[]): Promise<void> {
  const tools = await deps.tools();
  const { attemptId, revisionId } = rows[0]!;
  const stopWhen = revisionId === batchRevision.id ? await readStopWhen(deps.db, attemptId) : undefined;
  let portion: Collected[] = [];
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    portion.push(...(await Promise.all(rows.slice(i, i + AT_ONCE).map((row) => read(deps, tools, row, stopWhen)))));
    if (i + AT_ONCE < rows.length && charactersOf(portion) < PORTION) continue;
    await storeCollected(deps, portion);
    portion = [];
  }
}

function charactersOf(collected: Collected[]): number {
  const items = collected.flatMap((one) => [...one.items.values()].flat());
  return items.reduce((sum, { content }) => sum + 500 + (content.in === 'text' ? content.text.length : 0), 0);
}

async function storeCollected(deps: CollectDeps, collected: Collected[]): Promise<void> {
  const { attemptId } = collected[0]!.row;
  await deps.changeAttempt(attemptId, async (tx, attempt, { graph }) => {
    await lockChildren(
      tx,
      attemptId,
      collected.map(({ row }) => row),
    );
    const judged = refuseTooMany(attempt.state, collected);
    const [failed, sound] = [judged.filter(isFailed), judged.filter((one) => !isFailed(one))];
    const rowsOf = (some: Collected[]) => some.map(({ row, error }) => ({ ...row, error }));
    const moved = [
      ...(await moveChildren(tx, attemptId, 'collectedFailure', rowsOf(failed))),
      ...(await moveChildren(tx, attemptId, 'collected', rowsOf(sound))),
    ];
    const versions = new Map(sound.map(({ row, toolVersion }) => [row.nodeId, toolVersion!]));
    for (const [nodeId, version] of versions)
      if (!graph.nodes.get(nodeId)!.lines) await recordKey(tx, attempt, graph.nodes.get(nodeId)!, version);
    return [...(await store(tx, attempt, moved, judged)), ...(await countMatches(tx, attempt, moved, sound))];
  });
}

const isFailed = ({ error }: Collected) => error !== undefined;

/** Marks a job as failed if its items would exceed the limit of its node. */
function refuseTooMany({ nodes }: AttemptState, collected: Collected[]): Collected[] {
  const left = new Map<string, number>();
  return collected.map((one) => {
    const { nodeId } = one.row;
    const all = Math.max(0, ...Object.values(nodes[nodeId]!.outputs)) + (left.get(nodeId) ?? 0);
    const more = Math.max(0, ...[...one.items.values()].map(({ length }) => length));
    if (all + more > limits.itemsPerNode) return { row: one.row, items: new Map(), error: new TooManyItems().message };
    left.set(nodeId, (left.get(nodeId) ?? 0) + more);
    return one;
  });
}

/** Inserts the items of the children that moved, with few statements. Returns an event for each node. */
async function store(
  tx: Queryable,
  { id, runId }: Attempt,
  moved: Awaited<ReturnType<typeof moveChildren>>,
  judged: Collected[],
): Promise<AttemptEvent[]> {
  const found = new Map(judged.map((one) => [`${one.row.nodeId}/${one.row.n}`, one]));
  const events = new Map<string, AttemptEvent & { type: 'ended' }>();
  const newItems: Item[] = [];
  const outputs: NewOutput[] = [];
  for (const { nodeId, n, accepted } of moved) {
    const { items, error } = found.get(`${nodeId}/${n}`)!;
    for (const [port, some] of items) {
      newItems.push(...some);
      outputs.push(...some.map(({ id: itemId }, i) => ({ nodeId, port, position: positionOf(n, i), itemId })));
    }
    const counts = Object.fromEntries([...items].map(([port, some]) => [port, some.length]));
    const event = events.get(nodeId) ?? { type: 'ended', nodeId, ended: [] };
    events.set(nodeId, event);
    event.ended.push({ ok: error === undefined, accepted, outputs: counts, error });
  }
  await insertItems(tx, runId, newItems);
  await insertOutputs(tx, id, outputs);
  return [...events.values()];
}

/** Every output of a job, with files as they are. */
const everything: Flow = { isUsed: () => true, isSplit: () => false };

/** Counts children of a batch that moved now and match its `stop_when`. Returns an event once there are enough. */
async function countMatches(
  tx: Queryable,
  { runId }: Attempt,
  moved: Awaited<ReturnType<typeof moveChildren>>,
  sound: Collected[],
): Promise<AttemptEvent[]> {
  const matching = new Set(sound.filter(({ matched }) => matched).map(({ row }) => row.n));
  const more = moved.filter(({ n }) => matching.has(n)).length;
  if (more === 0 || !(await addMatches(tx, runId, more))) return [];
  return [{ type: 'enough', nodeId: LINES }];
}

/** Returns the position of item `i` of job `n`. Items are in the order of the jobs, and not in the order in which jobs ended. */
const positionOf = (n: number, i: number) => n * 2 ** 20 + i;

/** Reads the items of one child. Only a COMPLETED job passes items on; the outputs of a failed job are not read. */
async function read(deps: CollectDeps, tools: Tools, row: EndedRow, stopWhen?: Filters): Promise<Collected> {
  const { jobStatus, nodeId, revisionId, jobId, manifest, itemLabel } = row;
  const items = new Map<string, Item[]>();
  if (jobStatus !== 'COMPLETED') return { row, items, error: row.error ?? `The job is ${jobStatus}.` };
  if (!manifest) return { row, items, error: 'The job left no result.' };
  const { graph, flow } = await deps.revisions.get(revisionId);
  const isLine = graph.nodes.get(nodeId)!.lines;
  // The results of a batch stay with their jobs.
  if (isLine && !stopWhen) return { row, items };
  const { tool } = graph.nodes.get(nodeId)!.node as ToolNode;
  const contract = tools.get(tool)?.contract;
  try {
    const result = await readResult(
      { blobs: deps.blobs, newItemId: itemIds(deps.clock()) },
      isLine ? everything : flow,
      {
        jobId,
        nodeId,
        manifest,
        contract,
        itemLabel,
      },
    );
    if (isLine)
      return {
        row,
        items,
        matched: [...result.items.values()].flat().some((item) => matches(item.metrics, stopWhen!)),
      };
    return { row, ...result };
  } catch (error) {
    if (error instanceof TooManyItems || error instanceof ResultTooLong || error instanceof RowTooLong)
      return { row, items, error: error.message };
    if (error instanceof DamagedManifest) return { row, items, error: 'The result of the job is damaged.' };
    throw error;
  }
}

export function startCollecting(deps: CollectDeps & Pick<Deps, 'signals'>): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'collect results',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.collect,
    pass: (workers) => collectResults(deps, workers),
  });
}
