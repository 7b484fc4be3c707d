import { List } from '../http/list.ts';
import { type ArchiveOptions, openArchive } from '../http/openArchive.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import { cancelJob, stopJob } from '../jobs/cancelJob.ts';
import { Job, type WaitOptions } from '../jobs/job.ts';
import { JobResults } from '../jobs/results.ts';
import { type SubmitOptions, submitJob } from '../jobs/submitJob.ts';
import type { JobCancellation, JobData, JobDetails, JobQuote, JobQuoteRequest, JobRequest, JobStop } from '../types.ts';

/** How long `run` lets its submission wait: most small jobs end in this time, and then need no second request. */
const RUN_WAIT_SECONDS = 5;

/** Which jobs or workflows to list. */
export interface ListOptions {
  /** Items per page, at most 100. */
  limit?: number;
  project_id?: string;
  /** Only resources without a project. */
  unassigned?: boolean;
}

export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns what a job would cost and the errors that would block it. Reserves nothing. */
  async quote(body: JobQuoteRequest, options: CallOptions = {}): Promise<JobQuote> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'job_quote' };
    return (await this.#transport.request<JobQuote>('POST', '/jobs/quote', sending)).body;
  }

  /** Submits a job and returns at once, or with `waitSeconds` when it has ended. The call creates one idempotency key and keeps it for its retries. */
  async submit(body: JobRequest, options: SubmitOptions = {}): Promise<Job> {
    return new Job(this.#transport, await submitJob(this.#transport, '/jobs', body, options));
  }

  /** Submits a job and waits until it has ended. */
  async run(body: JobRequest, options: SubmitOptions & WaitOptions = {}): Promise<Job> {
    const waitSeconds = Math.floor(Math.min(RUN_WAIT_SECONDS, options.timeout ?? RUN_WAIT_SECONDS));
    const job = await this.submit(body, { waitSeconds, ...options });
    if (!job.ended) return job.wait(options);
    options.onState?.(job.data);
    return job;
  }

  /** Lists jobs, newest first. */
  list(filter: ListOptions = {}, options: CallOptions = {}): List<JobData> {
    return new List(this.#transport, '/jobs', { ...filter }, options);
  }

  async get(jobId: string, options: CallOptions = {}): Promise<Job> {
    const path = `/jobs/${encodeURIComponent(jobId)}/status`;
    const asking = { ...options, object: 'job' };
    return new Job(this.#transport, (await this.#transport.request<JobData>('GET', path, asking)).body);
  }

  /** Returns a job with its settings, inputs and attempts. The pace of status polls does not count here. */
  async details(jobId: string, options: CallOptions = {}): Promise<JobDetails> {
    const asking = { ...options, object: 'job' };
    return (await this.#transport.request<JobDetails>('GET', `/jobs/${encodeURIComponent(jobId)}`, asking)).body;
  }

  /** Returns a handle without a request, for `wait`, `events`, `results` and so on. Its data is not known yet. */
  at(jobId: string): Job {
    return new Job(this.#transport, { id: jobId, object: 'job' } as JobData);
  }

  cancel(jobId: string, options: CallOptions = {}): Promise<JobCancellation> {
    return cancelJob(this.#transport, jobId, options);
  }

  /** Opens the tar archive of a result. `downloadArchive` saves it, and goes on after a broken connection. */
  archive(jobId: string, options: ArchiveOptions = {}): Promise<Response> {
    return openArchive(this.#transport, `/results/${encodeURIComponent(jobId)}/archive`, options);
  }

  /** Ends a job, also one that is running. A metered job is charged for its run time, a fixed price in full. */
  stop(jobId: string, options: CallOptions = {}): Promise<JobStop> {
    return stopJob(this.#transport, jobId, options);
  }

  results(jobId: string, options: CallOptions = {}): Promise<JobResults> {
    return JobResults.load(this.#transport, jobId, options);
  }
}
