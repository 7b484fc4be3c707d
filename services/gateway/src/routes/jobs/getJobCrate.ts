import { getJobCrate as operation } from '@rotamer/api/operations/jobs/getJobCrate.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJobDetails } from '@rotamer/present/presentJobDetails.ts';
import { contractOf } from '@rotamer/present/presentTool.ts';
import { resultFiles } from '@rotamer/results/archive/resultArchive.ts';
import { roCrate } from '@rotamer/results/crate/roCrate.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { submitterOf } from './getJob.ts';

/** GET /jobs/{jobId}/ro-crate: how a job made its result, as metadata of a research object crate. */
export const getJobCrate = handler(operation, (dependencies) => async (request, reply) => {
  const { jobs, results, publicUrl } = dependencies;
  const asked = { jobId: jobIdOf(request.params) };
  const scope = callScope(request, reply);
  const { job } = await jobs.getResult(asked, scope);
  const [details, manifest, contract, submitter] = await Promise.all([
    jobs.describe(asked, scope),
    results.manifest(job!.manifest!),
    // Name, licence and citation are missing without it.
    jobs.getTool({ tool: job!.tool }, scope).then(contractOf, () => undefined),
    submitterOf(dependencies, job!, request.credential!),
  ]);
  const files = resultFiles(manifest).map(({ content_type: contentType, ...file }) => ({ ...file, contentType }));
  const crate = roCrate({
    job: presentJobDetails(details, submitter),
    contract,
    files,
    apiUrl: `${publicUrl}/api/v1`,
  });
  return reply.type('application/ld+json').send(JSON.stringify(crate, null, 2) as never);
});
