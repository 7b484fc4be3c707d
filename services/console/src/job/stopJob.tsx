import { isTerminal, type JobDetails } from '@rotamer/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { FormToken } from '../site/FormToken.tsx';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo, useSite } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { credits } from '../words/numbers.ts';
import { toJob } from './cancelJob.ts';
import { costSoFar } from './costSoFar.ts';

type OfJob = FastifyRequest<{ Params: { jobId: string } }>;

/** GET …/jobs/{jobId}/stop: asks whether to stop the job, and says what that costs. POST: stops it. */
export function stopJob(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/jobs/:jobId/stop', async (request: OfJob, reply) => {
    const { api, site, workspaceId } = visit(request);
    const [frame, job] = await Promise.all([site('jobs'), api.jobs.details(request.params.jobId)]);
    if (isTerminal(job.status) || job.stop_requested_at) return toJob(request, reply, workspaceId, job.id);
    return sendPage(reply, frame, 'Stop', <StopPage job={job} now={new Date()} />);
  });

  app.post('/w/:workspace/jobs/:jobId/stop', async (request: OfJob, reply) => {
    const { api, token, workspaceId } = visit(request);
    refuseForeignForm(request, token);
    await api.jobs.stop(request.params.jobId);
    return toJob(request, reply, workspaceId, request.params.jobId);
  });
}

function StopPage({ job, now }: { job: JobDetails; now: Date }) {
  const site = useSite();
  const own = pathTo(site, `jobs/${job.id}`);
  return (
    <>
      <h1>Stop this job?</h1>
      <p class="lead">
        <a href={own}>{job.name || job.id}</a>, {job.tool_name}
      </p>
      <Consequences job={job} now={now} />
      <form method="post" action={`${own}/stop`}>
        <FormToken token={site.formToken} />
        <button type="submit">Stop the job</button>{' '}
        <a class="button" href={own}>
          Let it run
        </a>
      </form>
    </>
  );
}

/** What is kept and what is charged, by the status of the job and the price of its tool. */
function Consequences({ job, now }: { job: JobDetails; now: Date }) {
  const cost = credits(costSoFar(job, now));
  if (!job.started_at) return <p>It has not started: it is cancelled and costs nothing.</p>;
  if (job.billing?.mode === 'metered_runtime')
    return (
      <p>Its results so far are kept. It has cost {cost} so far, and is charged for its run time until you stop it.</p>
    );
  return <p>No results are kept. It costs {cost}.</p>;
}
