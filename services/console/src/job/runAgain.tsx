import { randomUUID } from 'node:crypto';
import type { JobDetails, JobQuote } from '@rotamer/client';
import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { FormToken } from '../site/FormToken.tsx';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo, useSite } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { credits } from '../words/numbers.ts';
import { toJob } from './cancelJob.ts';

type OfJob = FastifyRequest<{ Params: { jobId: string } }>;

/** The form of an idempotency key: this page made it. */
const KEY = /^[\da-f-]{36}$/;

/** GET …/jobs/{jobId}/again: the price of repeating a job. POST: submits it once, however often the form is sent. */
export function runAgain(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/jobs/:jobId/again', async (request: OfJob, reply) => {
    const { api, site } = visit(request);
    const { jobId } = request.params;
    const [frame, job, quote] = await Promise.all([
      site('jobs'),
      api.jobs.details(jobId),
      api.jobs.at(jobId).quoteRerun(),
    ]);
    return sendPage(reply, frame, 'Run again', <RunAgain job={job} quote={quote} idempotencyKey={randomUUID()} />);
  });

  app.post('/w/:workspace/jobs/:jobId/again', async (request: OfJob, reply) => {
    const { api, token, workspaceId } = visit(request);
    refuseForeignForm(request, token);
    const form = formOf(request);
    const [key = '', price] = [form.get('key') ?? '', Number(form.get('price'))];
    const idempotencyKey = KEY.test(key) ? key : randomUUID();
    const cap = Number.isFinite(price) && price >= 0 ? { max_quoted_credits: Math.ceil(price) } : {};
    const job = await api.jobs.at(request.params.jobId).rerun(cap, { idempotencyKey });
    return toJob(request, reply, workspaceId, job.id);
  });
}

interface RunAgainProps {
  job: JobDetails;
  quote: JobQuote;
  idempotencyKey: string;
}

function RunAgain({ job, quote, idempotencyKey }: RunAgainProps) {
  const site = useSite();
  const own = pathTo(site, `jobs/${job.id}`);
  const obstacles = quote.blocking_errors;
  return (
    <>
      <h1>Run again</h1>
      <p class="lead">
        <a href={own}>{job.name || job.id}</a>, {job.tool_name}, with the same inputs and settings
      </p>
      <p>
        {credits(quote.estimated_credits)}; {credits(quote.available_credits)} left.
      </p>
      {obstacles.map(({ code, message }) => (
        <p key={code} class="notice">
          {message}
        </p>
      ))}
      <form method="post" action={`${own}/again`}>
        <FormToken token={site.formToken} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <input type="hidden" name="price" value={quote.estimated_credits} />
        <button type="submit" disabled={obstacles.length > 0}>
          Run for {credits(quote.estimated_credits)}
        </button>
      </form>
    </>
  );
}
