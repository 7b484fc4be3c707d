import { ApiError, type Job, type JobQuote, type JobRequest } from '@rotamer/client';
import { z } from 'zod';
import { accepted, hold, leftOf, release, settled } from '../budget.ts';
import { jobFields, mostOf, prepare, quoteOf } from '../jobRequest.ts';
import { jobView } from '../jobView.ts';
import { id } from '../limits.ts';
import { type Desk, tool } from '../tool.ts';
import { ToolError } from '../toolError.ts';

/** submit_job: submits a job within the budget. Above the budget, returns what a person must approve. */
export const submitJob = tool({
  name: 'submit_job',
  title: 'Submit a job',
  description:
    'Submits a job if the most that it may cost is within the budget of this server. Above it nothing is submitted: the answer names the price and the command with which a person approves it. Then call wait_for_job.',
  input: z.strictObject({ ...jobFields, name: id('a name for the job').optional() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(desk, { name, ...fields }) {
    const client = desk.client();
    const { tool, body } = await prepare(client, fields);
    const quote = await quoteOf(client, body);
    if (quote.blocking_errors.length > 0) throw blocked(quote);
    const most = mostOf(quote, fields.max_credits);
    const isMetered = quote.billing.mode !== 'fixed';
    // The amount held from the budget caps the job, in case prices change.
    const request: JobRequest = {
      ...body,
      name: name ?? tool.name,
      max_quoted_credits: Math.min(most, fields.max_credits ?? most),
      ...(isMetered && { billing: { max_reserved_credits: Math.max(1, most) } }),
    };
    const submissionId = crypto.randomUUID();
    if (!(await holdInBudget(desk, submissionId, most))) {
      throw overBudget(desk, quote, most, desk.commandFor(request, most));
    }
    const job = await submit(desk, request, submissionId);
    const { limit } = desk.budget();
    return {
      job: jobView(job.data),
      held_credits: most,
      budget: { limit, left: leftOf(desk.budget()) },
      next: `Call wait_for_job with job ${job.id}.`,
    };
  },
});

/** Holds credits. If too few are left, first releases refunds of jobs that have ended since. */
async function holdInBudget(desk: Desk, submissionId: string, credits: number): Promise<boolean> {
  if (!hold(desk.budget(), submissionId, credits) && desk.budget().used.size > 0) {
    const { data } = await desk.client().jobs.list({ limit: 100 }).page();
    desk.changeBudget(settled(desk.budget(), data));
  }
  const held = hold(desk.budget(), submissionId, credits);
  if (held) desk.changeBudget(held);
  return held !== undefined;
}

/** Submits with the id as idempotency key. Releases held credits only when the service has certainly refused. */
async function submit(desk: Desk, request: JobRequest, submissionId: string): Promise<Job> {
  try {
    // Not cancelled with the call, because it would then be unknown whether the job was accepted.
    const job = await desk.client().jobs.submit(request, { idempotencyKey: submissionId });
    desk.changeBudget(accepted(desk.budget(), submissionId, job.data));
    return job;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 408;
    if (isRefused) desk.changeBudget(release(desk.budget(), submissionId));
    throw error;
  }
}

function blocked({ blocking_errors }: JobQuote): ToolError {
  const [first] = blocking_errors as { code: string; message: string }[];
  return new ToolError(first!.code, first!.message, 'Nothing was submitted. See blocking_errors in details.', {
    blocking_errors,
  });
}

function overBudget(desk: Desk, { estimated_credits }: JobQuote, most: number, command: string): ToolError {
  const { limit } = desk.budget();
  const left = leftOf(desk.budget());
  return new ToolError(
    'approval_required',
    `The job may cost ${most} credits, and the budget of this server has ${left} of ${limit} left. Nothing was submitted.`,
    `Ask a person to approve it by running: ${command}`,
    { estimated_credits, most_credits: most, budget: { limit, left }, command },
  );
}
