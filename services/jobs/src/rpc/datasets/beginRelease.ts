import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { BeginReleaseRequest, DatasetRelease } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { DatasetKind } from '@rotamer/tools/contract.ts';
import { parseReference } from '@rotamer/tools/shared/datasets/reference.ts';
import { datasetKinds } from '@rotamer/tools/shared/datasets/release.ts';
import { lockRelease, saveDataset, saveRelease } from '../../datasets/datasetStore.ts';
import { decideRelease } from '../../datasets/decideRelease.ts';
import { presentRelease } from '../../datasets/presentDataset.ts';
import type { Deps } from '../../deps.ts';

const MAX = { title: 500, licence: 500, source: 2_000 };

/**
 * Registers an import. A new dataset is made with its first release.
 *
 * @throws conflict for a release that is ready or retired, and for a dataset of another kind.
 */
export function beginRelease({ db, clock }: Pick<Deps, 'db' | 'clock'>): Rpc<BeginReleaseRequest, DatasetRelease> {
  return async (request) => {
    refuseUnsound(request);
    const { datasetId: id, release, kind } = request;
    const now = clock();
    return transaction(db, async (tx) => {
      const before = await lockRelease(tx, id, release);
      const next = decideRelease(before, { type: 'begin' }, now);
      const saved = await saveDataset(tx, { ...request, id });
      if (saved !== kind) throw new Fault('conflict', `The dataset ${id} is of kind ${saved}, not ${kind}.`);
      await saveRelease(tx, id, release, next);
      return presentRelease({ ...next, release, createdAt: now });
    });
  };
}

function refuseUnsound({ datasetId, release, kind, ...texts }: BeginReleaseRequest): void {
  const problems = Object.entries(MAX)
    .filter(([field, most]) => texts[field as keyof typeof texts].length > most)
    .map(([path, most]) => ({ path, message: `must have at most ${most} characters` }));
  if (!parseReference(`${datasetId}@${release}`))
    problems.push({
      path: 'dataset_id, release',
      message: 'an id is like swissprot, a release like 2026_04, with at most 64 characters each',
    });
  if (!datasetKinds.includes(kind as DatasetKind))
    problems.push({ path: 'kind', message: `must be one of ${datasetKinds.join(', ')}` });
  if (problems.length > 0) throw validationFault(problems);
}
