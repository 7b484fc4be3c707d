import { batchLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { batch, batchCapRequest } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';

/** POST /batches/{batchId}/continue: continues a paused batch. */
export const continueBatch = operation({
  id: 'continueBatch',
  method: 'POST',
  path: '/batches/{batchId}/continue',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Batches',
  summary: 'Continue a paused batch',
  description: 'Continues with a higher cap, or after credits were added. `conflict` when the batch is not paused.',
  body: ref(batchCapRequest),
  optionalBody: true,
  responses: { 200: { body: ref(batch), links: batchLinks } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'batch.continued', resource: 'batch', id: { param: 'batchId' } },
  sample: { body: { max_credits: 40 } },
});
