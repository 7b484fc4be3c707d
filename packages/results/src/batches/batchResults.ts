import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { BatchesClient, BatchItem } from '@rotamer/proto/workflows/v1/batches.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ResultReader } from '../resultReader.ts';

/** Submissions that are read together. */
const PAGE = 100;

/** Time for one page, in milliseconds. A whole batch may take longer than a request. */
const PAGE_MS = 10_000;

/** Manifests that are read at the same time. A manifest has at most 4 MiB. */
const AT_ONCE = 8;

/** What reads the results of a batch. */
export interface BatchReaders {
  batches: Pick<BatchesClient<CallScope>, 'listItems'>;
  jobs: Pick<JobsClient<CallScope>, 'getMany' | 'getTool'>;
  results: ResultReader;
}

/** The lines of a batch, from the first to the last, both included. */
export interface Lines {
  batchId: string;
  /** Default: 1. */
  first?: number;
  /** Default: the last line of the batch. */
  last?: number;
}

/** A submission with its result. */
export interface BatchResult {
  item: BatchItem;
  /** Where the manifest is. */
  ref: ManifestRef;
  manifest: ResultManifest;
}

/** Yields the submissions of a batch that have a result now, in their order. Keeps one page of submissions in memory. */
export async function* batchResults(
  readers: BatchReaders,
  lines: Lines,
  scope: CallScope,
): AsyncGenerator<BatchResult> {
  for await (const items of pages(readers, lines, ChildStatus.COMPLETED, scope))
    yield* withManifests(readers, items, { ...scope, deadlineMs: Date.now() + PAGE_MS });
}

/** Returns the submissions of a batch that have failed, in their order. */
export async function batchFailures(
  readers: Pick<BatchReaders, 'batches'>,
  lines: Lines,
  scope: CallScope,
): Promise<BatchItem[]> {
  const failed: BatchItem[] = [];
  for await (const items of pages(readers, lines, ChildStatus.FAILED, scope)) failed.push(...items);
  return failed;
}

async function* pages(
  { batches }: Pick<BatchReaders, 'batches'>,
  { batchId, first = 1, last = Number.MAX_SAFE_INTEGER }: Lines,
  status: ChildStatus,
  scope: CallScope,
): AsyncGenerator<BatchItem[]> {
  let afterLine = first - 1;
  for (;;) {
    const asked = { batchId, limit: PAGE, afterLine, status };
    const { items, hasMore } = await batches.listItems(asked, { ...scope, deadlineMs: Date.now() + PAGE_MS });
    yield items.filter(({ line }) => line <= last);
    const end = items.at(-1)?.line;
    if (!hasMore || end === undefined || end >= last) return;
    afterLine = end;
  }
}

/** Yields submissions with their manifests. A job that was deleted meanwhile is left out. */
export async function* withManifests(
  { jobs, results }: Pick<BatchReaders, 'jobs' | 'results'>,
  items: readonly BatchItem[],
  scope: CallScope,
): AsyncGenerator<BatchResult> {
  if (items.length === 0) return;
  const refs = await manifestRefs(jobs, items, scope);
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    const read = some.map(async (item) => {
      const ref = refs.get(item.job!.jobId);
      return ref && { item, ref, manifest: await results.manifest(ref) };
    });
    yield* (await Promise.all(read)).filter((one) => one !== undefined);
  }
}

/** Reads jobs until each is answered, because a message has room for some of them only. */
async function manifestRefs(jobs: BatchReaders['jobs'], items: readonly BatchItem[], scope: CallScope) {
  const refs = new Map<string, ManifestRef>();
  let jobIds = items.map(({ job }) => job!.jobId);
  while (jobIds.length > 0) {
    const { jobs: found, postponedJobIds } = await jobs.getMany({ jobIds }, scope);
    for (const { id, manifest } of found) if (manifest) refs.set(id, manifest);
    jobIds = postponedJobIds;
  }
  return refs;
}
