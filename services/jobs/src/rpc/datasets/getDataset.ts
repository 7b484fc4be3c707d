import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Dataset, GetDatasetRequest } from '@rotamer/proto/jobs/v1/datasets.ts';
import { readDatasets } from '../../datasets/datasetStore.ts';
import { presentDataset } from '../../datasets/presentDataset.ts';
import type { Deps } from '../../deps.ts';

/**
 * Returns a dataset.
 *
 * @throws not_found for a dataset that the caller's workspace may not search.
 */
export function getDataset({ db }: Pick<Deps, 'db'>): Rpc<GetDatasetRequest, Dataset> {
  return async ({ datasetId }, { caller }) => {
    const [dataset] = await readDatasets(db, { workspaceId: caller.workspaceId, id: datasetId });
    if (!dataset) throw notFound('dataset');
    return presentDataset(dataset);
  };
}
