import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { dataset } from '../../schemas/dataset.ts';

/** GET /datasets/{datasetId}: a dataset with its releases. */
export const getDataset = operation({
  id: 'getDataset',
  method: 'GET',
  path: '/datasets/{datasetId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'always' },
  tag: 'Datasets',
  summary: 'Get a dataset',
  params: { datasetId: Type.String({ examples: ['swissprot'] }) },
  responses: { 200: { body: ref(dataset) } },
  errors: ['not_found'],
  sample: { path: { datasetId: 'DATASET_ID' }, call: 'datasets.get', cli: 'datasets show DATASET_ID' },
});
