import { List } from '../http/list.ts';
import type { Transport } from '../http/transport.ts';
import { cancelJob, stopJob } from '../jobs/cancelJob.ts';
import { Job, type WaitOptions } from '../jobs/job.ts';
import { JobResults } from '../jobs/results.ts';
import type { JobCancellation, JobData, JobQuote, JobQuoteRequest, JobRequest, JobStop } from '../types.ts';

export interface SubmitOptions {
  /** Repeating a submission with the same key and body makes one job; by default a new key for each call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Which jobs or workflows to list. */
export interface ListOptions {
  /** Items of a page, at most 100. */
  limit?: number;
  project_id?: string;
  /** Only those without a project. */
  unassigned?: boolean;
}

export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What a job would cost and what stands in its way; nothing is reserved. */
  async quote(body: JobQuoteRequest): Promise<JobQuote> {
    return (await this.#transport.request<JobQuote>('POST', '/jobs/quote', { body, repeat: 'safe' })).body;
  }

  /** Submits a job and returns at once. One idempotency key is made for the call and kept over its retries. */
  async submit(body: JobRequest, { idempotencyKey = crypto.randomUUID(), signal }: SubmitOptions = {}): Promise<Job> {
    const headers = { 'idempotency-key': idempotencyKey };
    const answer = await this.#transport.request<JobData>('POST', '/jobs', { body, headers, repeat: 'safe', signal });
    return new Job(this.#transport, answer.body);
  }

  /** Submits a job and waits for its end. */
  async run(body: JobRequest, options: SubmitOptions & WaitOptions = {}): Promise<Job> {
    return (await this.submit(body, options)).wait(options);
  }

  /** Newest first. */
  list(options: ListOptions = {}): List<JobData> {
    return new List(this.#transport, '/jobs', { ...options });
  }

  async get(jobId: string): Promise<Job> {
    const path = `/jobs/${encodeURIComponent(jobId)}/status`;
    return new Job(this.#transport, (await this.#transport.request<JobData>('GET', path)).body);
  }

  /** A handle without a request, for `wait`, `events`, `results` and the like; its data is not known yet. */
  at(jobId: string): Job {
    return new Job(this.#transport, { id: jobId, object: 'job' } as JobData);
  }

  cancel(jobId: string): Promise<JobCancellation> {
    return cancelJob(this.#transport, jobId);
  }

  /** Ends a job, also one that runs: a metered job is charged for its run time, a fixed price as a whole. */
  stop(jobId: string): Promise<JobStop> {
    return stopJob(this.#transport, jobId);
  }

  results(jobId: string): Promise<JobResults> {
    return JobResults.load(this.#transport, jobId);
  }
}
