import { WaitTimeoutError } from '@rotamer/client';
import { z } from 'zod';
import { leftOf, settled } from '../budget.ts';
import { jobView } from '../jobView.ts';
import { id } from '../limits.ts';
import { reading, tool } from '../tool.ts';

/** wait_for_job: waits until a job has ended, or for a limited time. */
export const waitForJob = tool({
  name: 'wait_for_job',
  title: 'Wait for a job',
  description:
    'Waits for the end of a job, for 60 seconds at most. A job that has not ended by then goes on: call this again. Then call read_result.',
  input: z.strictObject({
    job: id('id of the job'),
    seconds: z.number().min(0.1).max(60).default(45).describe('how long to wait'),
  }),
  annotations: reading,
  async run(desk, { job: jobId, seconds }, { signal, progress }) {
    const job = desk.client().jobs.at(jobId);
    const hasEnded = await job.wait({ timeout: seconds, signal, onState: progress }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof WaitTimeoutError) return false;
        throw error;
      },
    );
    desk.changeBudget(settled(desk.budget(), [job.data]));
    const budget = { limit: desk.budget().limit, left: leftOf(desk.budget()) };
    // No state may have arrived in so short a time.
    const view = job.status === undefined ? { id: jobId } : jobView(job.data);
    const next = hasEnded
      ? `The job has ended. Call read_result with job ${jobId}.`
      : `The job goes on. Call wait_for_job again, or come back later: it is also shown by list_jobs.`;
    return { ended: hasEnded, job: view, budget, next };
  },
});
