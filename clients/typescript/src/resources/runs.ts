import { RotamerError } from '../http/errors.ts';
import { retryAfterOf } from '../http/readError.ts';
import type { Transport } from '../http/transport.ts';
import { runPollDelay } from '../jobs/pace.ts';
import {
  type Curation,
  type CurationDecision,
  isRunEnded,
  type RetriedRun,
  type RunCancellation,
  type RunItem,
  type RunResults,
  type RunRetry,
  type WorkflowRun,
} from './workflowTypes.ts';

/** Runs of workflows. */
export class Runs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async get(runId: string, attemptId?: string): Promise<WorkflowRun> {
    return (await this.#transport.request<WorkflowRun>('GET', pathOf(runId), { query: { attempt_id: attemptId } }))
      .body;
  }

  /** Metadata of the results, with links relative to the base URL. */
  async results(runId: string, attemptId?: string): Promise<RunResults> {
    const query = { attempt_id: attemptId };
    return (await this.#transport.request<RunResults>('GET', `${pathOf(runId)}/results`, { query })).body;
  }

  /** Opens the file of an item, from a byte on. A `Content-Range` header tells whether the server went along with `start`. */
  async open(
    { result_url, file }: Pick<RunItem, 'result_url' | 'file'>,
    { start = 0, signal }: { start?: number; signal?: AbortSignal } = {},
  ): Promise<Response> {
    if (!result_url || !file) throw new RotamerError('The item has no file.');
    const headers: Record<string, string> =
      start > 0 ? { range: `bytes=${start}-`, 'if-range': `"${file.sha256}"` } : {};
    const path = result_url.replace(/^\/api\/v1/, '');
    return (await this.#transport.open('GET', path, { headers, signal })).response;
  }

  /** Every new state until the run has ended or is paused: read after 1, 2 and 3 s, then every 5 s. */
  async *follow(runId: string, signal?: AbortSignal): AsyncGenerator<WorkflowRun> {
    const { time } = this.#transport;
    let last = '';
    for (let polls = 1; ; polls++) {
      const { body: run, headers } = await this.#transport.request<WorkflowRun>('GET', pathOf(runId), { signal });
      if (JSON.stringify(run) !== last) yield run;
      last = JSON.stringify(run);
      if (isRunEnded(run.status) || run.status === 'PAUSED') return;
      await time.sleep(runPollDelay(polls, retryAfterOf(headers), time.random()), signal);
    }
  }

  /** The checkpoint of a paused run, and its candidates. */
  async curation(runId: string): Promise<Curation> {
    return (await this.#transport.request<Curation>('GET', `${pathOf(runId)}/curation`)).body;
  }

  /** Records which candidates go on. The same decision again changes nothing. */
  async curate(runId: string, body: CurationDecision): Promise<Curation> {
    const path = `${pathOf(runId)}/curation`;
    return (await this.#transport.request<Curation>('POST', path, { body, repeat: 'safe' })).body;
  }

  /** Lets a paused run go on, with more credits if it was paused for them. */
  async continue(runId: string, body: { max_credits?: number } = {}): Promise<WorkflowRun> {
    return (await this.#transport.request<WorkflowRun>('POST', `${pathOf(runId)}/continue`, { body })).body;
  }

  /** Cancels an active run with its jobs. A repeat answers the totals as they are. */
  async cancel(runId: string): Promise<RunCancellation> {
    const path = `${pathOf(runId)}/cancel`;
    return (await this.#transport.request<RunCancellation>('POST', path, { repeat: 'safe' })).body;
  }

  /** Starts another attempt of an ended run. */
  async retry(runId: string, body: RunRetry, idempotencyKey: string = crypto.randomUUID()): Promise<RetriedRun> {
    const headers = { 'idempotency-key': idempotencyKey };
    return (
      await this.#transport.request<RetriedRun>('POST', `${pathOf(runId)}/retry`, { body, headers, repeat: 'safe' })
    ).body;
  }
}

function pathOf(runId: string): string {
  return `/workflow-runs/${encodeURIComponent(runId)}`;
}
