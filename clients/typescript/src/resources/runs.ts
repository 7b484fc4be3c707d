import { RotamerError } from '../http/errors.ts';
import { List } from '../http/list.ts';
import { type ArchiveOptions, openArchive } from '../http/openArchive.ts';
import { retryAfterOf } from '../http/readError.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
import { runPollDelay } from '../jobs/pace.ts';
import type { JobFilter } from './jobs.ts';
import { type StartOptions, startHeaders } from './workflows.ts';
import {
  type Curation,
  type CurationDecision,
  isRunEnded,
  type RestQuoteRequest,
  type RetriedRun,
  type RunCancellation,
  type RunItem,
  type RunJob,
  type RunQuote,
  type RunRerun,
  type RunResults,
  type RunRetry,
  type RunSummary,
  type WorkflowRun,
} from './workflowTypes.ts';

/** Which results of a run: of an attempt other than the current one, of one node, at most `limit` jobs and items of each node. */
export interface RunResultsPart {
  attempt_id?: string;
  node_id?: string;
  limit?: number;
}

/** Which runs to list; all conditions have to hold. */
export interface RunFilter extends Omit<JobFilter, 'tool' | 'run_id' | 'label'> {
  workflow_id?: string;
  /** Only runs that are paused for this reason; `curation`: for a review. */
  pause?: 'curation' | 'max_credits' | 'insufficient_credits';
}

/** Which jobs of a run to list. */
export interface RunJobFilter {
  /** Items per page, at most 100. */
  limit?: number;
  attempt_id?: string;
  /** Only jobs of this node. */
  node_id?: string;
}

/** Runs of workflows. */
export class Runs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the runs that you may see, newest first. */
  list(filter: RunFilter = {}, options: CallOptions = {}): List<RunSummary> {
    return new List(this.#transport, '/workflow-runs', { ...filter }, options);
  }

  get(runId: string, attemptId?: string, options: CallOptions = {}): Promise<WorkflowRun> {
    return this.#send('GET', pathOf(runId), { ...options, query: { attempt_id: attemptId }, object: 'workflow_run' });
  }

  /** Lists the jobs of an attempt, node by node; by default of the last one. */
  jobs(runId: string, filter: RunJobFilter = {}, options: CallOptions = {}): List<RunJob> {
    return new List(this.#transport, `${pathOf(runId)}/jobs`, { ...filter }, options);
  }

  /** Returns the metadata of the results, with links relative to the base URL: of all nodes, or the first ones of a node. */
  results(runId: string, part: string | RunResultsPart = {}, options: CallOptions = {}): Promise<RunResults> {
    const query = typeof part === 'string' ? { attempt_id: part } : { ...part };
    return this.#send('GET', `${pathOf(runId)}/results`, { ...options, query, object: 'workflow_run_result' });
  }

  /** Opens the tar archive of the results, or the same compressed. `downloadArchive` saves it. */
  archive(runId: string, options: ArchiveOptions = {}): Promise<Response> {
    return openArchive(this.#transport, `${pathOf(runId)}/archive`, options);
  }

  /** Opens the file of an item, from a byte on. A `Content-Range` header shows whether the server honoured `start`. */
  async open(
    { result_url, file }: Pick<RunItem, 'result_url' | 'file'>,
    { start = 0, ...options }: CallOptions & { start?: number } = {},
  ): Promise<Response> {
    if (!result_url || !file) throw new RotamerError('The item has no file.');
    const headers: Record<string, string> =
      start > 0 ? { range: `bytes=${start}-`, 'if-range': `"${file.sha256}"` } : {};
    const path = result_url.replace(/^\/api\/v1/, '');
    return (await this.#transport.open('GET', path, { ...options, headers })).response;
  }

  /** Yields every new state until the run has ended or is paused. Reads it after 1, 2 and 3 s, then every 5 s. */
  async *follow(runId: string, given?: AbortSignal): AsyncGenerator<WorkflowRun> {
    const { time } = this.#transport;
    const signal = this.#transport.signal(given);
    let last = '';
    for (let polls = 1; ; polls++) {
      const asking = { signal, object: 'workflow_run' };
      const { body: run, headers } = await this.#transport.request<WorkflowRun>('GET', pathOf(runId), asking);
      if (JSON.stringify(run) !== last) yield run;
      last = JSON.stringify(run);
      if (isRunEnded(run.status) || run.status === 'PAUSED') return;
      await time.sleep(runPollDelay(polls, retryAfterOf(headers), time.random()), signal);
    }
  }

  /** Returns the checkpoint of a paused run, with its candidates. */
  curation(runId: string, options: CallOptions = {}): Promise<Curation> {
    return this.#send('GET', `${pathOf(runId)}/curation`, { ...options, object: 'workflow_curation' });
  }

  /** Records which candidates are approved. Repeating the same decision changes nothing. */
  curate(runId: string, body: CurationDecision, options: CallOptions = {}): Promise<Curation> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'workflow_curation' };
    return this.#send('POST', `${pathOf(runId)}/curation`, sending);
  }

  /** Continues a paused run, with more credits if it was paused for credits. */
  continue(runId: string, body: { max_credits?: number } = {}, options: CallOptions = {}): Promise<WorkflowRun> {
    return this.#send('POST', `${pathOf(runId)}/continue`, { ...options, body, object: 'workflow_run' });
  }

  /** Cancels an active run with its jobs. Repeating the call returns the current totals. */
  cancel(runId: string, options: CallOptions = {}): Promise<RunCancellation> {
    const sending = { ...options, repeat: 'safe' as const, object: 'workflow_run_cancellation' };
    return this.#send('POST', `${pathOf(runId)}/cancel`, sending);
  }

  /** Returns what another attempt costs and reuses; without `mode`, what the rest of the run costs. Changes nothing. */
  quote(runId: string, body: RestQuoteRequest = {}, options: CallOptions = {}): Promise<RunQuote> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'workflow_run_quote' };
    return this.#send('POST', `${pathOf(runId)}/quote`, sending);
  }

  /** Starts another attempt of an ended run. */
  retry(
    runId: string,
    body: RunRetry,
    idempotencyKey: string = crypto.randomUUID(),
    options: CallOptions = {},
  ): Promise<RetriedRun> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#send('POST', `${pathOf(runId)}/retry`, { ...options, body, headers, object: 'workflow_run_retry' });
  }

  /** Starts a run with the inputs of an earlier one, in the newest releases of its datasets. */
  rerun(
    runId: string,
    body: RunRerun = {},
    idempotencyKey: string = crypto.randomUUID(),
    { notify, ...options }: StartOptions = {},
  ): Promise<WorkflowRun> {
    const headers = startHeaders(idempotencyKey, notify);
    return this.#send('POST', `${pathOf(runId)}/rerun`, { ...options, body, headers, object: 'workflow_run' });
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}

function pathOf(runId: string): string {
  return `/workflow-runs/${encodeURIComponent(runId)}`;
}
