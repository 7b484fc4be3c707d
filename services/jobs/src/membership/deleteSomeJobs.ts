import type { ProjectRef } from '@rotamer/domain/membership/memberships.ts';
import { BLOB_DELETIONS_SIGNAL } from '@rotamer/kit/blobs/blobDeletions.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Deps } from '../deps.ts';
import { deleteJobs } from '../job/deleteJobs.ts';
import { settleJobs } from '../work/settleJobs.ts';
import { findActive, findUnsettled, lockFinal } from './memberships.ts';

/** Most jobs of one step, so that other users of the tables wait only briefly. */
const AT_ONCE = 100;

/**
 * Takes one batch of a closed project's jobs a step further, in any status: jobs that have not ended are cancelled,
 * ended jobs are settled, and settled jobs are deleted with everything that belongs to them.
 *
 * @throws the error that keeps billing from settling one of them, if nothing could be deleted
 */
export async function deleteSomeJobs(
  deps: Pick<Deps, 'db' | 'signals' | 'clock' | 'changeJob' | 'billing'> & { log: Logger },
  project: ProjectRef,
  scope: CallScope,
): Promise<void> {
  const { db, signals, clock, changeJob } = deps;
  const active = await findActive(db, project, AT_ONCE);
  const end = { type: 'end', projectId: project.projectId } as const;
  await Promise.all(active.map((id) => changeJob(id, end, scope.signal)));
  const { failed } = await settleJobs(deps, await findUnsettled(db, project, AT_ONCE), scope);
  const deleted = await transaction(db, async (tx) => {
    const ids = await lockFinal(tx, project, AT_ONCE);
    await deleteJobs(tx, ids, clock());
    return ids.length;
  });
  signals.send(OUTBOX_SIGNAL);
  signals.send(BLOB_DELETIONS_SIGNAL);
  if (deleted === 0 && failed[0]) throw failed[0].error;
}
