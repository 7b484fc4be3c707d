import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { bytesResponses, rangeHeaders } from '../../schemas/bytes.ts';

/** GET /jobs/{jobId}/inputs/{inputNumber}: the bytes of one input of a job. */
export const getJobInput = operation({
  id: 'getJobInput',
  method: 'GET',
  path: '/jobs/{jobId}/inputs/{inputNumber}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Download an input of a job',
  description:
    'The bytes are those that the job reads: of a text in UTF-8, of a saved file its decoded text. Size and SHA-256 are those of `GET /jobs/{jobId}`. Ranges are supported. Shared pages never show inputs. A saved file that was deleted is `not_found`.',
  params: {
    inputNumber: Type.String({
      examples: ['1'],
      description: 'The place of the input in `inputs` of `GET /jobs/{jobId}`, from 1',
    }),
  },
  headers: rangeHeaders,
  responses: bytesResponses,
  errors: ['not_found', 'range_not_satisfiable'],
  sample: {
    path: { inputNumber: '1' },
    curl: '-o input.fasta ',
    cli: 'jobs input JOB_ID 1 -o input.fasta',
    typescript: `const response = await rotamer.jobs.openInput('JOB_ID', 1);
console.log(await response.text());`,
    python: `print(client.jobs.input("JOB_ID", 1).decode())`,
  },
});
