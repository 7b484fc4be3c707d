import { operation } from '../../operation/operation.ts';
import { batchCancellation } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';

/** POST /batches/{batchId}/cancel: cancels active jobs and submits nothing more. */
export const cancelBatch = operation({
  id: 'cancelBatch',
  method: 'POST',
  path: '/batches/{batchId}/cancel',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Batches',
  summary: 'Cancel a batch that has not ended',
  description: 'Complete results stay.',
  responses: { 200: { body: ref(batchCancellation) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'batch.cancelled', resource: 'batch', id: { param: 'batchId' }, onlyOfOthers: true },
  sample: {},
});
