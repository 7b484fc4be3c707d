import { ApiError } from '../http/errors.ts';
import { List } from '../http/list.ts';
import type { Transport } from '../http/transport.ts';
import { isTerminal, type JobData } from '../types.ts';
import { readPage } from './feed.ts';
import { followFeed } from './followFeed.ts';

/** Jobs read in one request. */
const PAGE = 100;

/** How long the end of a job waits for its settlement, in milliseconds. It usually follows at once. */
const SETTLEMENT_MS = 1_000;

/**
 * Follows jobs until all have ended, by one stream of the workspace's events. Calls `onState` with each new state of each job. What
 * happened before the stream began, and what it missed, is read from the jobs.
 */
export async function followJobs(
  transport: Transport,
  jobIds: readonly string[],
  onState: (job: JobData) => void,
  signal?: AbortSignal,
): Promise<void> {
  const open = new Set(jobIds);
  /** Jobs that have ended and are not settled yet. */
  const unsettled = new Set<string>();
  const settled = new AbortController();
  function take(job: JobData): void {
    if (!open.has(job.id)) return;
    onState(job);
    if (!isTerminal(job.status)) return;
    if (!job.billing || job.billing.finalized_at !== null) {
      unsettled.delete(job.id);
      open.delete(job.id);
    } else unsettled.add(job.id);
    if (open.size > 0 && open.size === unsettled.size) stopSoon();
  }
  function stopSoon(): void {
    transport.time.sleep(SETTLEMENT_MS, settled.signal).then(
      () => settled.abort(),
      () => {},
    );
  }
  const readAll = () => readStates(transport, open, take, signal);

  // The place in the feed is read before the jobs are, so that no change is missed between the two.
  const { next_cursor: after } = await readPage(transport, { after: 'now', type: 'job.*' }, { signal });
  await readAll();
  async function resync(): Promise<void> {
    await readAll();
    if (open.size === 0) settled.abort();
  }
  const both = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  try {
    if (open.size === 0) return;
    for await (const { data } of followFeed(transport, { after, type: 'job.*' }, { signal: both, onResync: resync })) {
      if (data.object === 'job') take(data);
      if (open.size === 0) return;
    }
  } catch (error) {
    if (!settled.signal.aborted || signal?.aborted) throw error;
  } finally {
    settled.abort();
  }
}

/**
 * Reads the states of jobs. Ids sort by creation time, so the newest pages of the list have most of them; the others are read one by
 * one.
 */
async function readStates(
  transport: Transport,
  open: ReadonlySet<string>,
  take: (job: JobData) => void,
  signal?: AbortSignal,
): Promise<void> {
  const left = new Set(open);
  if (left.size === 0) return;
  const oldest = [...left].reduce((least, id) => (id < least ? id : least));
  let pages = 1 + Math.ceil(left.size / 10);
  if (left.size > 1) {
    try {
      for await (const { data } of new List<JobData>(transport, '/jobs', { limit: PAGE }, { signal }).pages()) {
        for (const job of data) if (left.delete(job.id)) take(job);
        if (left.size === 0 || --pages === 0 || (data.at(-1)?.id ?? '') < oldest) break;
      }
    } catch (error) {
      // A key that is limited to projects may not list all jobs.
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
    }
  }
  for (const id of left) {
    const path = `/jobs/${encodeURIComponent(id)}/status`;
    take((await transport.request<JobData>('GET', path, { signal, object: 'job' })).body);
  }
}
