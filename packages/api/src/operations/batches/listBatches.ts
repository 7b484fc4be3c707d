import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { batchList } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';
import { pageQuery } from '../../schemas/page.ts';

const query = Type.Object(pageQuery('batches'), { additionalProperties: false });

/** GET /batches: newest first. */
export const listBatches = operation({
  id: 'listBatches',
  method: 'GET',
  path: '/batches',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'project' },
  tag: 'Batches',
  summary: 'List batches, newest first',
  description: 'The problems of a batch are only in `GET /batches/{batchId}`.',
  query,
  responses: { 200: { body: ref(batchList) } },
  errors: [],
  sample: {},
});
