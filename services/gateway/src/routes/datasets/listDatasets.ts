import { listDatasets as operation } from '@rotamer/api/operations/datasets/listDatasets.ts';
import { presentDataset } from '@rotamer/present/presentDataset.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /datasets: the reference data that the workspace may search, in one page. */
export const listDatasets = handler(
  operation,
  ({ datasets }) =>
    async (request, reply) => {
      const found = await datasets.list({}, callScope(request, reply));
      return { object: 'list' as const, data: found.datasets.map(presentDataset), has_more: false, next_cursor: null };
    },
  { importance: 'list' },
);
