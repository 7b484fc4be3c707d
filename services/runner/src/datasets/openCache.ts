import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Lifetime } from '@rotamer/kit/service/run.ts';
import type { LeasesClient } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Config } from '../config.ts';
import { getPublished } from './getPublished.ts';
import type { HeldDatasets } from './heldDatasets.ts';
import { openReleaseCache, type ReleaseCache } from './releaseCache.ts';

const GIB = 2 ** 30;

/**
 * Opens the cache of releases, where the settings ask for one.
 *
 * @throws Error for a cache without a folder, and for tools in pods, which do not see the folder of this runner.
 */
export function openCache(
  { datasetsCacheGib, executor, blobsDir }: Config,
  { root, scan }: HeldDatasets,
  leases: LeasesClient<CallScope>,
  { log, onStop }: Lifetime,
  onChange: () => void,
): ReleaseCache | undefined {
  if (datasetsCacheGib === undefined) return undefined;
  if (root === undefined) throw new Error('ROTAMER_DATASETS_CACHE_GIB needs ROTAMER_DATASETS, the folder of the cache');
  if (executor === 'kubernetes') throw new Error('ROTAMER_DATASETS_CACHE_GIB is of runners that run tools themselves');
  if (blobsDir !== undefined) throw new Error('ROTAMER_DATASETS_CACHE_GIB needs an S3 server as blob store');
  const cache = openReleaseCache({
    ...{ root, maxBytes: datasetsCacheGib * GIB, log, now: Date.now },
    download: {
      sign: (datasetId, release, paths) => leases.signRelease({ datasetId, release, paths }),
      get: getPublished,
    },
    onChange() {
      scan();
      onChange();
    },
  });
  onStop('cache of releases', cache.stop);
  return cache;
}
