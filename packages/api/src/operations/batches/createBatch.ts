import { exampleInput, exampleTool } from '../../operation/exampleValues.ts';
import { batchLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { batch, batchRequest } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';
import { idempotencyHeaders, replayedHeader } from '../../schemas/headers.ts';

/** POST /batches: starts a batch, once per idempotency key. */
export const createBatch = operation({
  id: 'createBatch',
  method: 'POST',
  path: '/batches',
  access: {
    scope: 'jobs:write',
    role: 'member',
    withProject: 'projects:write',
    withSavedFile: 'files:read',
    limited: 'project',
  },
  tag: 'Batches',
  summary: 'Submit many jobs together',
  description:
    'Every submission is checked before any is accepted. `validation_error` names the problems of all submissions, each with line, custom_id and path. A file is read after the response, while the batch is VALIDATING; its problems are in the batch, and nothing is charged before all lines are checked. Jobs are submitted as the limits of the workspace allow.',
  headers: idempotencyHeaders('batch'),
  body: ref(batchRequest),
  responses: {
    202: { description: 'The batch has begun', body: ref(batch), links: batchLinks },
    200: {
      description: 'The batch of an earlier request with the same idempotency key, in its current state',
      headers: replayedHeader,
      body: ref(batch),
      links: batchLinks,
    },
  },
  errors: ['not_found', 'conflict'],
  sample: {
    body: {
      name: 'Peptides of March',
      max_credits: 20,
      submissions: [{ custom_id: 'insulin', tool: exampleTool, input: exampleInput }],
    },
    keyed: 'peptides-of-march-1',
  },
});
