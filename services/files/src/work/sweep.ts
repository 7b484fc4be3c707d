import { purgeDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { workOnEach } from '@rotamer/kit/work/failedWork.ts';
import type { Deps } from '../deps.ts';
import { discardUpload } from '../uploads/discardUpload.ts';
import { purgeKeys } from '../uploads/keyStore.ts';
import { findStaleUploads, SWEEP_UPLOADS } from '../uploads/uploadStore.ts';

const HOUR_MS = 3_600_000;

/** An upload that is older was left behind by a gateway that crashed. */
const STALE_MS = HOUR_MS;

const BATCH = 100;

/**
 * Discards one batch of abandoned uploads. Returns true if there may be more. An upload that cannot be discarded does
 * not delay the others.
 */
export async function sweepUploads(deps: Deps & { log: Logger }): Promise<boolean> {
  const before = new Date(deps.clock().getTime() - STALE_MS);
  const uploads = await findStaleUploads(deps.db, before, BATCH);
  await workOnEach({ ...deps, work: SWEEP_UPLOADS }, uploads, ({ id, workspaceId }) =>
    discardUpload(deps, id, workspaceId),
  );
  return uploads.length === BATCH;
}

/** Starts the loop that, every 5 minutes, discards abandoned uploads and purges expired keys and old inbox entries. */
export function startSweep(deps: Deps & { log: Logger }): Loop {
  return startLoop({
    name: 'sweep',
    intervalMs: HOUR_MS / 12,
    log: deps.log,
    pass: async (signal) => {
      await purgeDeliveries(deps.db, signal);
      await purgeKeys(deps.db, deps.clock(), signal);
      return sweepUploads(deps);
    },
  });
}
