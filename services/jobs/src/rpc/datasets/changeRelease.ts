import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { type ChangeReleaseRequest, type DatasetRelease, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { Taxonomy } from '@rotamer/tools/contract.ts';
import { lockRelease, saveRelease } from '../../datasets/datasetStore.ts';
import { decideRelease, type ReleaseCommand } from '../../datasets/decideRelease.ts';
import { presentRelease } from '../../datasets/presentDataset.ts';
import type { Deps } from '../../deps.ts';

/**
 * Moves a release to another state.
 *
 * @throws not_found, or conflict for a state that the release cannot reach.
 */
export function changeRelease({ db, clock }: Pick<Deps, 'db' | 'clock'>): Rpc<ChangeReleaseRequest, DatasetRelease> {
  return async (request) => {
    const { datasetId, release } = request;
    const command = commandOf(request);
    const now = clock();
    return transaction(db, async (tx) => {
      const before = await lockRelease(tx, datasetId, release);
      if (!before) throw notFound('release');
      const next = decideRelease(before, command, now);
      await saveRelease(tx, datasetId, release, next);
      return presentRelease({ ...next, release, createdAt: now });
    });
  };
}

/** Figures with another word are refused by `decideRelease`. */
const taxonomyOf = (text: string) => (text === '' ? undefined : (text as Taxonomy));

function commandOf({
  state,
  failure,
  sha256,
  records,
  residues,
  bytes,
  taxonomy,
}: ChangeReleaseRequest): ReleaseCommand {
  switch (state) {
    case ReleaseState.BUILDING:
      return { type: 'build' };
    case ReleaseState.READY:
      return { type: 'ready', figures: { sha256, records, residues, bytes, taxonomy: taxonomyOf(taxonomy) } };
    case ReleaseState.RETIRED:
      return { type: 'retire' };
    case ReleaseState.FAILED:
      return { type: 'fail', failure };
    default:
      throw validationFault([{ path: 'state', message: 'must be building, ready, retired or failed' }]);
  }
}
