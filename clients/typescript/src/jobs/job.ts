import { WaitTimeoutError } from '../http/errors.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import {
  isTerminal,
  type JobCancellation,
  type JobData,
  type JobQuote,
  type JobRerunQuoteRequest,
  type JobRerunRequest,
  type JobRetry,
  type JobSharing,
  type JobSharingRequest,
  type JobStatus,
  type JobStop,
} from '../types.ts';
import { cancelJob, stopJob } from './cancelJob.ts';
import { followJob } from './followJob.ts';
import type { JobEvent } from './readStream.ts';
import { JobResults } from './results.ts';
import { type SubmitOptions, submitJob } from './submitJob.ts';

export interface WaitOptions {
  /** Time limit in seconds; by default none. The job continues when the time has passed. */
  timeout?: number;
  signal?: AbortSignal;
  /** Called with every new state. */
  onState?: (job: JobData) => void;
}

/** A submitted job. `data` is its last received state. */
export class Job {
  readonly id: string;
  readonly #transport: Transport;
  data: JobData;

  constructor(transport: Transport, data: JobData) {
    this.#transport = transport;
    this.id = data.id;
    this.data = data;
  }

  get status(): JobStatus {
    return this.data.status;
  }

  /** Whether the job had ended in its last received state. */
  get ended(): boolean {
    return isTerminal(this.data.status);
  }

  /** Reads the current state; allowed once in 5 s. */
  async refresh(options: CallOptions = {}): Promise<JobData> {
    const asking = { ...options, object: 'job' };
    this.data = (await this.#transport.request<JobData>('GET', `${this.#path}/status`, asking)).body;
    return this.data;
  }

  /** Yields every new state until the job has ended. Leaving the loop leaves the job running. */
  async *events({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<JobEvent> {
    for await (const event of followJob(this.#transport, this.id, signal)) {
      this.data = event.job;
      yield event;
    }
  }

  /**
   * Waits until the job has ended, with any outcome, and returns it: look at `status`.
   *
   * @throws WaitTimeoutError after `timeout` seconds; the job continues.
   */
  async wait({ timeout, signal, onState }: WaitOptions = {}): Promise<this> {
    const limit = new AbortController();
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => limit.abort(new WaitTimeoutError(this.id, timeout)), timeout * 1000);
    try {
      const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      for await (const { job } of this.events({ signal: either })) onState?.(job);
      return this;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the results: files and structured items. */
  results(options: CallOptions = {}): Promise<JobResults> {
    return JobResults.load(this.#transport, this.id, options);
  }

  /** Cancels the job if it has not started. Repeating the call on a job that it cancelled is not an error. */
  async cancel(options: CallOptions = {}): Promise<JobCancellation> {
    const cancellation = await cancelJob(this.#transport, this.id, options);
    this.data = cancellation.job;
    return cancellation;
  }

  /**
   * Stops the job, also while it runs. A running metered job ends within seconds and keeps its results so far: wait
   * for it. Repeating the call on a job that it stopped is not an error.
   */
  async stop(options: CallOptions = {}): Promise<JobStop> {
    const stopped = await stopJob(this.#transport, this.id, options);
    this.data = stopped.job;
    return stopped;
  }

  /** Retries a waiting job now. */
  async retry(options: CallOptions = {}): Promise<JobData> {
    const sending = { ...options, repeat: 'safe' as const, object: 'job_retry' };
    const { body } = await this.#transport.request<JobRetry>('POST', `${this.#path}/retry`, sending);
    this.data = body.job;
    return this.data;
  }

  /** Returns what it would cost to run the job again, and the errors that would block it. Reserves nothing. */
  async quoteRerun(body: JobRerunQuoteRequest = {}, options: CallOptions = {}): Promise<JobQuote> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'job_quote' };
    return (await this.#transport.request<JobQuote>('POST', `${this.#path}/rerun/quote`, sending)).body;
  }

  /** Submits another job with the inputs and settings of this one, such as in the newest release of its dataset. */
  async rerun(body: JobRerunRequest = {}, options: SubmitOptions = {}): Promise<Job> {
    return new Job(this.#transport, await submitJob(this.#transport, `${this.#path}/rerun`, body, options));
  }

  async sharing(options: CallOptions = {}): Promise<JobSharing> {
    const asking = { ...options, object: 'job_sharing' };
    return (await this.#transport.request<JobSharing>('GET', `${this.#path}/share`, asking)).body;
  }

  /** Changes who may view the job. */
  async share(body: JobSharingRequest, options: CallOptions = {}): Promise<JobSharing> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'job_sharing' };
    return (await this.#transport.request<JobSharing>('PATCH', `${this.#path}/share`, sending)).body;
  }

  toJSON(): JobData {
    return this.data;
  }

  get #path(): string {
    return `/jobs/${encodeURIComponent(this.id)}`;
  }
}
