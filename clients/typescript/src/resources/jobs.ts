import { followJobs } from '../events/followJobs.ts';
import { WaitTimeoutError } from '../http/errors.ts';
import { List } from '../http/list.ts';
import { type ArchiveOptions, openArchive } from '../http/openArchive.ts';
import type { OpenOptions } from '../http/openLinked.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import { cancelJob, stopJob } from '../jobs/cancelJob.ts';
import { Job, type WaitOptions } from '../jobs/job.ts';
import { followLog, type JobLogPart, type LogOptions, readLog } from '../jobs/jobLog.ts';
import { JobResults } from '../jobs/results.ts';
import { type SubmitOptions, submitJob } from '../jobs/submitJob.ts';
import {
  isTerminal,
  type JobBulk,
  type JobBulkRequest,
  type JobCancellation,
  type JobData,
  type JobDetails,
  type JobQuote,
  type JobQuoteRequest,
  type JobRequest,
  type JobStop,
  type JobUpdate,
} from '../types.ts';

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

/** Which jobs to list; all conditions have to hold. */
export interface JobFilter extends ListOptions {
  /** One or several statuses, as a list or separated by commas. */
  status?: string | readonly string[];
  tool?: string;
  /** Part of the name, in any case. */
  name?: string;
  /** `me`, the id of a user, or the id of an API key. */
  created_by?: string;
  /** From this time on: a day, or a time in UTC. */
  created_after?: string;
  created_before?: string;
  run_id?: string;
  /** `key=value`, or several as a list or separated by commas: only jobs with all of them. */
  label?: string | readonly string[];
}

/** The metadata of an RO-Crate, as JSON-LD. */
export interface RoCrate {
  '@context': string;
  '@graph': ({ '@id': string } & Record<string, unknown>)[];
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
  list(filter: JobFilter = {}, options: CallOptions = {}): List<JobData> {
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

  /** Changes the name and labels of a job; a label of null is removed. */
  async update(jobId: string, body: JobUpdate, options: CallOptions = {}): Promise<JobData> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'job' };
    return (await this.#transport.request<JobData>('PATCH', `/jobs/${encodeURIComponent(jobId)}`, sending)).body;
  }

  /** Returns a handle without a request, for `wait`, `events`, `results` and so on. Its data is not known yet. */
  at(jobId: string): Job {
    return new Job(this.#transport, { id: jobId, object: 'job' } as JobData);
  }

  /**
   * Waits until all jobs have ended, with any outcome, and returns them in the given order: look at `status`. One stream of events
   * serves all of them. `onState` is called with every new state of each job.
   *
   * @throws WaitTimeoutError after `timeout` seconds; the jobs continue.
   */
  async waitAll(jobs: readonly (Job | string)[], { timeout, signal, onState }: WaitOptions = {}): Promise<Job[]> {
    const handles = jobs.map((job) => (typeof job === 'string' ? this.at(job) : job));
    const byId = Map.groupBy(handles, ({ id }) => id);
    const open = new Set([...byId].filter(([, [job]]) => !job!.ended).map(([id]) => id));
    const limit = new AbortController();
    const expire = () => limit.abort(new WaitTimeoutError([...open][0] ?? '', timeout!));
    const timer = timeout === undefined ? undefined : setTimeout(expire, timeout * 1000);
    try {
      const take = (data: JobData) => {
        for (const job of byId.get(data.id)!) job.data = data;
        if (isTerminal(data.status)) open.delete(data.id);
        onState?.(data);
      };
      const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      if (open.size > 0) await followJobs(this.#transport, [...open], take, either);
      return handles;
    } finally {
      clearTimeout(timer);
    }
  }

  cancel(jobId: string, options: CallOptions = {}): Promise<JobCancellation> {
    return cancelJob(this.#transport, jobId, options);
  }

  /** Opens the tar archive of a result, or the same compressed. `downloadArchive` saves it. */
  archive(jobId: string, options: ArchiveOptions = {}): Promise<Response> {
    return openArchive(this.#transport, `/results/${encodeURIComponent(jobId)}/archive`, options);
  }

  /** Cancels the waiting jobs that match a filter, at most 1,000. Go on with `next_cursor` while `has_more` is true. */
  async cancelMany(body: JobBulkRequest, options: CallOptions = {}): Promise<JobBulk> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'job_bulk' };
    return (await this.#transport.request<JobBulk>('POST', '/jobs/cancel', sending)).body;
  }

  /** Submits the failed jobs that match a filter again, each once. */
  async retryFailed(body: JobBulkRequest, options: CallOptions = {}): Promise<JobBulk> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'job_bulk' };
    return (await this.#transport.request<JobBulk>('POST', '/jobs/retry-failed', sending)).body;
  }

  /** Ends a job, also one that is running. A metered job is charged for its run time, a fixed price in full. */
  stop(jobId: string, options: CallOptions = {}): Promise<JobStop> {
    return stopJob(this.#transport, jobId, options);
  }

  /** Returns what the programs of a job wrote, so far or as a whole. The tool's contract says whether a log is kept. */
  log(jobId: string, options: LogOptions = {}): Promise<string> {
    return readLog(this.#transport, jobId, options);
  }

  /** Returns how a job made its result, as the metadata of an RO-Crate. */
  async roCrate(jobId: string, options: CallOptions = {}): Promise<RoCrate> {
    const path = `/jobs/${encodeURIComponent(jobId)}/ro-crate`;
    const { response } = await this.#transport.open('GET', path, options);
    return (await response.json()) as RoCrate;
  }

  /** Opens the bytes of an input. `number`: its place in `inputs` of `details`, from 1. The ETag is its SHA-256. */
  async openInput(
    jobId: string,
    number: number,
    { start = 0, ...options }: Omit<OpenOptions, 'fromApi'> = {},
  ): Promise<Response> {
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
    const path = `/jobs/${encodeURIComponent(jobId)}/inputs/${number}`;
    return (await this.#transport.open('GET', path, { ...options, headers })).response;
  }

  /** Yields the log of a job from its beginning until the job has ended. */
  followLog(jobId: string, options: Pick<LogOptions, 'attempt' | 'signal'> = {}): AsyncGenerator<JobLogPart> {
    return followLog(this.#transport, jobId, options);
  }

  results(jobId: string, options: CallOptions = {}): Promise<JobResults> {
    return JobResults.load(this.#transport, jobId, options);
  }
}
