import { operation } from '../../operation/operation.ts';
import { bytesResponses, rangeHeaders } from '../../schemas/bytes.ts';

/** GET /files/{fileId}/bytes: the bytes of a saved file, as they were uploaded or as the job wrote them. */
export const getFileBytes = operation({
  id: 'getFileBytes',
  method: 'GET',
  path: '/files/{fileId}/bytes',
  access: { scope: 'files:read', role: 'viewer', limited: 'named' },
  tag: 'Files',
  summary: 'Download a file',
  description:
    'The bytes are those of the upload, also where jobs read a decoded text. Ranges are supported. The download is always an attachment under the original name.',
  headers: rangeHeaders,
  responses: bytesResponses,
  errors: ['not_found', 'range_not_satisfiable'],
  sample: {
    curl: '-o sequences.fasta ',
    cli: 'files download FILE_ID -o sequences.fasta',
    typescript: `const response = await rotamer.files.open('FILE_ID');
console.log(await response.text());`,
    python: `path = client.files.download("FILE_ID", "sequences.fasta")
print(path.read_text())`,
  },
});
