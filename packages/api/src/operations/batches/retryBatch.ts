import { batchLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { batch, batchCapRequest } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';
import { idempotencyHeaders, replayedHeader } from '../../schemas/headers.ts';

/** POST /batches/{batchId}/retry: submits again what has no result, once per idempotency key. */
export const retryBatch = operation({
  id: 'retryBatch',
  method: 'POST',
  path: '/batches/{batchId}/retry',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Batches',
  summary: 'Submit the items of an ended batch again that have no result',
  description:
    'The batch keeps its cap, of which earlier attempts have used a part. `conflict` when the batch has not ended, or every item has a result.',
  headers: idempotencyHeaders('attempt'),
  body: ref(batchCapRequest),
  optionalBody: true,
  responses: {
    202: { description: 'The items are submitted again', body: ref(batch), links: batchLinks },
    200: {
      description: 'The attempt of an earlier request with the same idempotency key, in its current state',
      headers: replayedHeader,
      body: ref(batch),
      links: batchLinks,
    },
  },
  errors: ['not_found', 'conflict'],
  sample: { body: {}, keyed: 'peptides-of-march-2' },
});
