import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Dataset, GrantDatasetRequest } from '@rotamer/proto/jobs/v1/datasets.ts';
import { readDatasets, saveGrants } from '../../datasets/datasetStore.ts';
import { presentWhole } from '../../datasets/presentDataset.ts';
import type { Deps } from '../../deps.ts';

/** Changes who may search a dataset. Accepted jobs keep their release. */
export function grantDataset({ db }: Pick<Deps, 'db'>): Rpc<GrantDatasetRequest, Dataset> {
  return async ({ datasetId: id, everyone, addedWorkspaceIds: added, removedWorkspaceIds: removed }) =>
    transaction(db, async (tx) => {
      if (!(await saveGrants(tx, id, { everyone, added, removed }))) throw notFound('dataset');
      const [dataset] = await readDatasets(tx, { id });
      return presentWhole(dataset!);
    });
}
