import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListDatasetsRequest, ListDatasetsResponse } from '@rotamer/proto/jobs/v1/datasets.ts';
import { readDatasets } from '../../datasets/datasetStore.ts';
import { presentDataset } from '../../datasets/presentDataset.ts';
import type { Deps } from '../../deps.ts';

/** Returns the datasets that the caller's workspace may search. */
export function listDatasets({ db }: Pick<Deps, 'db'>): Rpc<ListDatasetsRequest, ListDatasetsResponse> {
  return async (_request, { caller }) => {
    const datasets = await readDatasets(db, { workspaceId: caller.workspaceId });
    return { datasets: datasets.map(presentDataset) };
  };
}
