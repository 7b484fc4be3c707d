import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { file } from '../../schemas/file.ts';
import { idempotencyHeaders, replayedHeader } from '../../schemas/headers.ts';

/** The fields of a file that is saved from a result. */
export const resultItemSaveRequest = Type.Object(
  {
    filename: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'By default the name in the result' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    project_id: Type.Optional(Type.String({ maxLength: 128, description: 'Requires the scope projects:write' })),
  },
  { $id: 'ResultItemSaveRequest', additionalProperties: false },
);

/** POST /results/{jobId}/items/{itemId}/save: copies a file of a result into the library, once per idempotency key. */
export const saveResultItem = operation({
  id: 'saveResultItem',
  method: 'POST',
  path: '/results/{jobId}/items/{itemId}/save',
  access: { scope: 'files:write', role: 'member', withProject: 'projects:write', limited: 'project' },
  tag: 'Results',
  summary: 'Save a file of a result in the library',
  description:
    'The bytes are copied in the store and not sent. The copy is an upload of yours: it counts towards the storage quota, the rules of uploads apply to it, and it stays when the job is deleted. Needs the scope `jobs:read` too.',
  headers: idempotencyHeaders('copy'),
  body: ref(resultItemSaveRequest),
  optionalBody: true,
  responses: {
    201: { description: 'Saved', body: ref(file) },
    200: {
      description: 'The file of an earlier request with the same idempotency key, in its current state',
      headers: replayedHeader,
      body: ref(file),
    },
  },
  errors: ['storage_quota_exceeded', 'not_found', 'conflict', 'job_not_completed'],
  // Returned while the first request with the key is in progress.
  waits: ['conflict'],
  sample: {
    body: { tags: ['insulin'] },
    cli: 'results save JOB_ID properties.tsv --tag insulin',
    typescript: `const results = await rotamer.jobs.results('JOB_ID');
const file = await results.save('properties.tsv', { tags: ['insulin'] });
console.log(file.id, file.format);`,
    python: `file = client.jobs.results("JOB_ID").save("properties.tsv", tags=["insulin"])
print(file["id"], file["format"])`,
  },
});
