import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { type ResultManifest, readManifest } from '@rotamer/kit/results/resultManifest.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { LRUCache } from 'lru-cache';

/** Bytes of manifests kept in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a result manifest; they are immutable, so what was read and verified once is kept. */
export type ReadManifest = (ref: ManifestRef) => Promise<ResultManifest>;

export function createManifestReader(blobs: Blobs): ReadManifest {
  const cache = new LRUCache<string, ResultManifest, ManifestRef>({
    maxSize: MAX_BYTES,
    fetchMethod: async (_sha256, _old, { context, options }) => {
      options.size = Math.max(1, context.size);
      return await readManifest(blobs, context);
    },
  });
  return async (ref) => (await cache.fetch(ref.sha256, { context: ref }))!;
}
