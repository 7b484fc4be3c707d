import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { compressionQuery, rangeHeaders, tarResponses } from '../../schemas/bytes.ts';

const query = Type.Object(compressionQuery, { additionalProperties: false });

/** GET /results/{jobId}/archive: the whole result of a job as one tar archive. */
export const getResultArchive = operation({
  id: 'getResultArchive',
  method: 'GET',
  path: '/results/{jobId}/archive',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Results',
  summary: 'Download a whole result',
  description:
    'A tar archive with all files, each in a folder of its port, the structured items as `items.json`, `manifest.json` with the programs and command lines that made the result, and `SHA256SUMS` for `sha256sum -c`. Its bytes are always the same, so a download that was cut off goes on with `Range` and `If-Range`. If the bytes of a file are gone, the error names it.',
  query,
  headers: rangeHeaders,
  responses: tarResponses,
  errors: ['not_found', 'job_not_completed', 'range_not_satisfiable'],
  sample: {
    curl: '-o result.tar ',
    cli: 'results archive JOB_ID -o result.tar',
    uses: { '@rotamer/client': ['Rotamer'], '@rotamer/client/download': ['downloadArchive'] },
    typescript: `await downloadArchive(rotamer.jobs, 'JOB_ID', 'result.tar');`,
    python: `path = client.jobs.results("JOB_ID").archive("result.tar")
print(path.stat().st_size)`,
  },
});
