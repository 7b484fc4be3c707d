import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { datasetList } from '../../schemas/dataset.ts';

/** GET /datasets: the reference data that the workspace may search, in one page. */
export const listDatasets = operation({
  id: 'listDatasets',
  method: 'GET',
  path: '/datasets',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'always' },
  tag: 'Datasets',
  summary: 'List datasets',
  responses: { 200: { body: ref(datasetList) } },
  errors: [],
  sample: {
    call: 'datasets.list',
    cli: 'datasets list',
    shown: { as: 'dataset', fields: ['id', 'newest_release'], isList: true },
  },
});
