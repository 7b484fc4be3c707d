import { OrphansDefinition } from '@rotamer/proto/blobs/v1/orphans.ts';
import { BLOB_DELETIONS_SIGNAL, queueBlobDeletions } from '../blobs/blobDeletions.ts';
import type { Queryable } from '../db/db.ts';
import type { Signals } from '../db/signals.ts';
import { validationFault } from '../errors/fault.ts';
import { type GrpcService, grpcService } from '../grpc/server.ts';

/** Most prefixes in one request. */
export const MAX_PREFIXES = 1_000;

/** `<root>/<workspace>/<owner>/`, with the owner's id. */
export const OWNED_PREFIX = /^([a-z]+)\/[A-Za-z0-9_]+\/([A-Za-z0-9_]+)\/$/;

/**
 * Returns the operators' RPC of a service that owns the prefix `root` of the blob store. The RPC queues for deletion the
 * prefixes that have no owner. `find` returns which of these ids are owners. The row of an owner is written before its
 * first byte, so bytes without an owner never get one later.
 */
export function orphanService(
  { db, signals }: { db: Queryable; signals: Pick<Signals, 'send'> },
  root: string,
  find: (ids: string[]) => Promise<ReadonlySet<string>>,
): GrpcService {
  return grpcService(
    OrphansDefinition,
    {
      async queue({ prefixes }) {
        if (prefixes.length > MAX_PREFIXES)
          throw validationFault([{ path: 'prefixes', message: `must be at most ${MAX_PREFIXES}` }]);
        const owners = prefixes.map((prefix) => ownerOf(prefix, root));
        const known = await find(owners);
        const orphans = prefixes.filter((_, i) => !known.has(owners[i]!));
        await queueBlobDeletions(db, orphans);
        signals.send(BLOB_DELETIONS_SIGNAL);
        return { queued: orphans.length };
      },
    },
    { queue: ['operator'] },
  );
}

function ownerOf(prefix: string, root: string): string {
  const [, its, owner] = OWNED_PREFIX.exec(prefix) ?? [];
  if (its === root) return owner!;
  throw validationFault([
    { path: 'prefixes', message: `${prefix} is not a prefix of the form ${root}/<workspace>/<owner>/` },
  ]);
}
