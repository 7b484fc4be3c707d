import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { file, fileUpload } from '../../schemas/file.ts';
import { idempotencyHeaders, replayedHeader } from '../../schemas/headers.ts';

/** POST /files: stores a file in the library, once per idempotency key. */
export const uploadFile = operation({
  id: 'uploadFile',
  method: 'POST',
  path: '/files',
  access: { scope: 'files:write', role: 'member', withProject: 'projects:write', limited: 'handler' },
  tag: 'Files',
  summary: 'Upload a file',
  consumes: 'multipart/form-data',
  headers: idempotencyHeaders('file'),
  body: ref(fileUpload),
  responses: {
    201: { description: 'Stored', body: ref(file) },
    200: {
      description: 'The file of an earlier request with the same idempotency key, in its current state',
      headers: replayedHeader,
      body: ref(file),
    },
  },
  errors: [
    'validation_error',
    'payload_too_large',
    'unsupported_media_type',
    'storage_quota_exceeded',
    'not_found',
    'conflict',
  ],
  // Returned while the first upload with the key is in progress.
  waits: ['conflict'],
  sample: {
    form: { tags: 'insulin' },
    cli: 'files upload sequences.fasta --tag insulin',
    uses: { 'node:fs/promises': ['readFile'], '@rotamer/client': ['Rotamer'] },
    typescript: `const content = new Uint8Array(await readFile('sequences.fasta'));
const file = await rotamer.files.upload(content, 'sequences.fasta', { tags: ['insulin'] });
console.log(file.id, file.format);`,
    python: `file = client.files.upload("sequences.fasta", tags=["insulin"])
print(file["id"], file["format"])`,
  },
});
