import { assertBlobKey } from '@rotamer/kit/blobs/blobs.ts';
import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { SignReleaseRequest, SignReleaseResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import { MAX_SIGNED_FILES, publishedKey } from '@rotamer/tools/shared/datasets/publishedRelease.ts';
import { readDatasets } from '../../datasets/datasetStore.ts';
import type { Deps } from '../../deps.ts';

/** How long a URL may be used to begin a download. */
const GOOD_FOR_SECONDS = 600;

/**
 * Returns URLs by which a runner without credentials for the blob store can read files of a release that was published
 * there, and the registered digest of the release.
 *
 * @throws not_found for a release that is not ready or retired.
 */
export function signRelease({
  db,
  transferUrls,
}: Pick<Deps, 'db' | 'transferUrls'>): Rpc<SignReleaseRequest, SignReleaseResponse> {
  return async ({ datasetId, release, paths }) => {
    if (paths.length > MAX_SIGNED_FILES)
      throw validationFault([
        { path: 'paths', message: `has ${paths.length} items; the limit is ${MAX_SIGNED_FILES}` },
      ]);
    const [dataset] = await readDatasets(db, { id: datasetId });
    const found = dataset?.releases.find((each) => each.release === release);
    if (!found || !['ready', 'retired'].includes(found.state)) throw notFound('release');
    const urls = await Promise.all(paths.map(async (path) => [path, await signed(path)] as const));
    return { sha256: found.sha256!, urls: Object.fromEntries(urls) };

    async function signed(path: string): Promise<string> {
      const key = keyOf(datasetId, release, path);
      return transferUrls ? transferUrls.download(key, GOOD_FOR_SECONDS) : '';
    }
  };
}

function keyOf(datasetId: string, release: string, path: string): string {
  const key = publishedKey(datasetId, release, path);
  try {
    assertBlobKey(key);
    return key;
  } catch {
    throw validationFault([{ path: 'paths', message: 'must be names of files, separated by slashes' }]);
  }
}
