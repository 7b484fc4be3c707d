import { WaitTimeoutError } from '../http/errors.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import {
  isTerminal,
  type JobCancellation,
  type JobData,
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

export interface WaitOptions {
  /** In seconds; without it for as long as the job takes. The job goes on when the time has passed. */
  timeout?: number;
  signal?: AbortSignal;
  /** Called with every new state. */
  onState?: (job: JobData) => void;
}

/** A job that was submitted. `data` is what was last heard of it. */
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

  /** Whether it had ended when it was last heard of. */
  get ended(): boolean {
    return isTerminal(this.data.status);
  }

  /** Reads its current state: at most once in 5 s. */
  async refresh(options: CallOptions = {}): Promise<JobData> {
    const asking = { ...options, object: 'job' };
    this.data = (await this.#transport.request<JobData>('GET', `${this.#path}/status`, asking)).body;
    return this.data;
  }

  /** Every new state until its end. Leaving the loop leaves the job running. */
  async *events({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<JobEvent> {
    for await (const event of followJob(this.#transport, this.id, signal)) {
      this.data = event.job;
      yield event;
    }
  }

  /**
   * Waits for its end and returns it, however it ended: look at `status`.
   *
   * @throws WaitTimeoutError after `timeout` seconds; the job goes on.
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

  /** What it left: files and structured items. */
  results(options: CallOptions = {}): Promise<JobResults> {
    return JobResults.load(this.#transport, this.id, options);
  }

  /** Cancels it if it has not started. Repeating the call on a job that it cancelled is not an error. */
  async cancel(options: CallOptions = {}): Promise<JobCancellation> {
    const cancellation = await cancelJob(this.#transport, this.id, options);
    this.data = cancellation.job;
    return cancellation;
  }

  /** Stops it, also while it runs. Repeating the call on a job that it stopped is not an error. */
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

  async sharing(options: CallOptions = {}): Promise<JobSharing> {
    const asking = { ...options, object: 'job_sharing' };
    return (await this.#transport.request<JobSharing>('GET', `${this.#path}/share`, asking)).body;
  }

  /** Changes who may view it. */
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
