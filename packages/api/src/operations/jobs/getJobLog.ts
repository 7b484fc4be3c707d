import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { bytesResponsesAs, rangeHeaders } from '../../schemas/bytes.ts';
import { logQuery } from '../../schemas/jobLog.ts';

/** GET /jobs/{jobId}/log: what the programs of a job wrote. */
export const getJobLog = operation({
  id: 'getJobLog',
  method: 'GET',
  path: '/jobs/{jobId}/log',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Read the log of a job',
  description:
    'Command lines, and what the programs wrote to the streams that the tool keeps, in UTF-8. Of a log longer than 768 KiB the beginning and the end are kept, at most 1 MiB, and a line says how much is left out. While the job runs, this is the log so far. It is kept as long as the job. For a job whose tool keeps no log it is one line that says so.',
  query: Type.Object(logQuery, { additionalProperties: false }),
  headers: rangeHeaders,
  responses: bytesResponsesAs('text/plain'),
  errors: ['not_found', 'range_not_satisfiable'],
  sample: {
    cli: 'jobs log JOB_ID',
    typescript: `console.log(await rotamer.jobs.log('JOB_ID'));`,
    python: `print(client.jobs.log("JOB_ID"))`,
  },
});
