// A runner that runs no tools. It claims leases over the real lease API and immediately reports each job as completed,
// so that only the system's own overhead is measured. Its parent starts and pauses it; its process stays warm during a
// pause.

import { encodeManifest, manifestKey } from '@rotamer/domain/results/resultManifest.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome, type Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import { dataPaths } from '@rotamer/stack/folder/paths.ts';
import { readSecrets } from '@rotamer/stack/settings/secrets.ts';
import { answerParent } from './child.ts';
import { OFFERS, openLeases } from './fakeRunner.ts';

const runnerId = 'bench-noop';

/** Leases per claim, and number of concurrent claims. The limit of one claim is 32. */
const LIMIT = 32;
const CLAIMERS = 2;

/**
 * `work` starts work on the stack of a data folder. `rest` pauses; it is sent when no job is left to lease. With `rows`
 * every job leaves a row of properties.
 */
export type Order = { work: string; rows?: boolean } | 'rest';

let leases: ReturnType<typeof openLeases>['client'] | undefined;
let blobs: Blobs | undefined;
let rested = new AbortController();

answerParent(async (order: Order) => {
  if (order === 'rest') return rested.abort();
  rested = new AbortController();
  leases ??= await open(order.work);
  blobs = order.rows ? openStore(order.work) : undefined;
  for (let i = 0; i < CLAIMERS; i++) void claimUntil(leases, rested.signal);
});

async function open(dataDir: string) {
  const { client } = openLeases(dataDir);
  const announce = () => client.announce({ runnerId, offers: OFFERS });
  await announce();
  setInterval(() => void announce().catch(() => {}), 4_000);
  return client;
}

function openStore(dataDir: string): Blobs {
  const { blobs: folder, secrets } = dataPaths(dataDir);
  return openFsBlobs({ folder, secret: readSecrets(secrets).blobs, publicUrl: '' });
}

type Client = NonNullable<typeof leases>;

async function claimUntil(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const request = { runnerId, offers: OFFERS, limit: LIMIT, waitMs: 20_000 };
    const claimed = await client.claim(request, { signal }).catch((error) => {
      if (!signal.aborted) throw error;
      return { leases: [] };
    });
    await Promise.all(claimed.leases.map((lease) => complete(client, lease)));
  }
}

async function complete(client: Client, lease: Lease): Promise<void> {
  await client.started(lease);
  const manifest = blobs && (await leaveRow(blobs, lease));
  await client.complete({ ...lease, outcome: AttemptOutcome.COMPLETED, runtimeMs: 0, manifest });
}

async function leaveRow(store: Blobs, { workspaceId, jobId, attempt, tool }: Lease): Promise<ManifestRef> {
  const row = {
    id: newId('itm', new Date()),
    output_port_id: 'properties',
    order: 0,
    rank: null,
    file_name: null,
    source_input_ids: [],
    format: 'JSON',
    value: { id: jobId, length: 129 },
  };
  const { bytes, sha256 } = await encodeManifest({
    version: 'result-manifest-v2',
    job_id: jobId,
    tool,
    tool_version: '1.0.0',
    attempt,
    files: [],
    items: [row],
    inputs: [],
  });
  const key = manifestKey(workspaceId, jobId, attempt);
  await store.put(key, bytes);
  return { key, sha256, size: bytes.length };
}
