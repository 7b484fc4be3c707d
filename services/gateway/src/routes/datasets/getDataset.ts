import { getDataset as operation } from '@rotamer/api/operations/datasets/getDataset.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { presentDataset } from '@rotamer/present/presentDataset.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

const DATASET_ID = /^[a-z][a-z0-9-]{0,63}$/;

/** GET /datasets/{datasetId}: a dataset with its releases. */
export const getDataset = handler(operation, ({ datasets }) => async (request, reply) => {
  const { datasetId } = request.params;
  if (!DATASET_ID.test(datasetId)) throw notFound('dataset');
  return presentDataset(await datasets.get({ datasetId }, callScope(request, reply)));
});
