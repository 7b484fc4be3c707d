import type { TransferUrls } from '@rotamer/kit/blobs/transferUrls.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { JobInputs } from '@rotamer/proto/jobs/v1/input.ts';
import type { FetchInputsRequest, FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { readInputs } from '../../job/jobStore.ts';
import { readLeased } from '../../leases/leaseStore.ts';
import { START_MS } from '../../leases/leases.ts';

/**
 * Returns the inputs and settings of a current attempt.
 *
 * @throws not_found for an old attempt
 */
export function fetchInputs({
  db,
  transferUrls,
}: Pick<Deps, 'db' | 'transferUrls'>): Rpc<FetchInputsRequest, FetchInputsResponse> {
  return async ({ jobId, attempt }) => {
    await readLeased(db, jobId, attempt);
    const body = await readInputs(db, jobId);
    if (!body) throw new Error(`job ${jobId} has no inputs`);
    const inputs = JobInputs.decode(body);
    return { ...inputs, downloadUrls: transferUrls ? await signDownloads(inputs, transferUrls) : {} };
  };
}

async function signDownloads({ inputs }: JobInputs, urls: TransferUrls): Promise<Record<string, string>> {
  const keys = new Set(inputs.flatMap(({ stored }) => (stored ? [stored.key] : [])));
  const signed = [...keys].map(async (key) => [key, await urls.download(key, START_MS / 1000)] as const);
  return Object.fromEntries(await Promise.all(signed));
}
