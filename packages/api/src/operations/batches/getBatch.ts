import { batchLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { batch } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';

/** GET /batches/{batchId}: the state of a batch. */
export const getBatch = operation({
  id: 'getBatch',
  method: 'GET',
  path: '/batches/{batchId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Batches',
  summary: 'Get a batch with its counts and amounts',
  responses: { 200: { body: ref(batch), links: batchLinks } },
  errors: ['not_found'],
  sample: {},
});
