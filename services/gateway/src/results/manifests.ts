import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { type ResultManifest, resultManifest } from '@rotamer/kit/resultManifest.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { LRUCache } from 'lru-cache';
import { Value } from 'typebox/value';

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

async function readManifest(blobs: Blobs, { key, sha256 }: ManifestRef): Promise<ResultManifest> {
  const blob = await blobs.get(key);
  if (!blob) throw new Error(`no manifest at ${key}`);
  const bytes = await buffer(blob.body);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`altered manifest at ${key}`);
  return Value.Parse(resultManifest, JSON.parse(bytes.toString()));
}
