import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';

/** GET /jobs/{jobId}/ro-crate: how a job made its result, as metadata of a research object crate. */
export const getJobCrate = operation({
  id: 'getJobCrate',
  method: 'GET',
  path: '/jobs/{jobId}/ro-crate',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Export the provenance of a job as RO-Crate',
  description:
    'JSON-LD by RO-Crate 1.1 and the profile Process Run Crate: tool with version and citation, programs, settings, inputs and results with SHA-256, who ran it and when. Saved as `ro-crate-metadata.json` in the extracted archive of the result it makes the folder a crate.',
  responses: {
    200: { description: 'The metadata', body: Type.Unknown({ examples: [{}] }), type: 'application/ld+json' },
  },
  errors: ['not_found', 'job_not_completed'],
  sample: {
    curl: '-o ro-crate-metadata.json ',
    cli: 'jobs ro-crate JOB_ID -o ro-crate-metadata.json',
    typescript: `const crate = await rotamer.jobs.roCrate('JOB_ID');
console.log(crate['@graph'].length);`,
    python: `crate = client.jobs.ro_crate("JOB_ID")
print(len(crate["@graph"]))`,
  },
});
