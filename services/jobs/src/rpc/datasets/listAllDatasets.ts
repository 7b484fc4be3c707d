import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListAllDatasetsRequest, ListDatasetsResponse } from '@rotamer/proto/jobs/v1/datasets.ts';
import { readDatasets } from '../../datasets/datasetStore.ts';
import { presentWhole } from '../../datasets/presentDataset.ts';
import type { Deps } from '../../deps.ts';

/** Returns every dataset, with all releases and grants. */
export function listAllDatasets({ db }: Pick<Deps, 'db'>): Rpc<ListAllDatasetsRequest, ListDatasetsResponse> {
  return async () => ({ datasets: (await readDatasets(db, {})).map(presentWhole) });
}
