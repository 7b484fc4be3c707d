import { List } from '../http/list.ts';
import { type ArchiveOptions, openArchive } from '../http/openArchive.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
import { type BatchSeen, batchPollDelay } from '../jobs/pace.ts';
import type {
  Batch,
  BatchCancellation,
  BatchItem,
  BatchQuote,
  BatchQuoteRequest,
  BatchRequest,
  BatchRow,
} from '../types.ts';

export interface BatchOptions extends CallOptions {
  /** Repeating a request with the same key and body starts one batch. By default each call has a new key. */
  idempotencyKey?: string;
}

const ENDED: readonly Batch['status'][] = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];

/** Many jobs that are submitted, paid for, followed and stopped together. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Checks and prices submissions, and lists the problems of all. Reserves nothing. */
  quote(body: BatchQuoteRequest, options: CallOptions = {}): Promise<BatchQuote> {
    return this.#send('POST', '/batches/quote', { ...options, body, repeat: 'safe', object: 'batch_quote' });
  }

  /** Starts a batch and returns at once. The call creates one idempotency key and keeps it for its retries. */
  create(body: BatchRequest, { idempotencyKey = crypto.randomUUID(), ...options }: BatchOptions = {}): Promise<Batch> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#send('POST', '/batches', { ...options, body, headers, object: 'batch' });
  }

  /** Lists batches, newest first. */
  list(
    filter: { limit?: number; project_id?: string; unassigned?: boolean } = {},
    options: CallOptions = {},
  ): List<Batch> {
    return new List(this.#transport, '/batches', { ...filter }, options);
  }

  get(batchId: string, options: CallOptions = {}): Promise<Batch> {
    return this.#send('GET', pathOf(batchId), { ...options, object: 'batch' });
  }

  /** Lists the submissions in their order, each with its last job. */
  items(
    batchId: string,
    filter: { limit?: number; status?: BatchItem['status'] } = {},
    options: CallOptions = {},
  ): List<BatchItem> {
    return new List(this.#transport, `${pathOf(batchId)}/items`, { ...filter }, options);
  }

  /** Lists the rows of all results, of one output port or of all, in the order of the submissions. */
  rows(batchId: string, filter: { limit?: number; port?: string } = {}, options: CallOptions = {}): List<BatchRow> {
    return new List(this.#transport, `${pathOf(batchId)}/rows`, { ...filter }, options);
  }

  /**
   * Opens a table of all rows of one output port, as CSV or JSON lines; `custom_id` and `job_id` come first. The
   * default is the first port of rows, if the tools of the batch have the same one.
   */
  async table(
    batchId: string,
    query: { port?: string; format?: 'csv' | 'jsonl' } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    const asked = { format: 'csv', ...query };
    return (await this.#transport.open('GET', `${pathOf(batchId)}/rows`, { ...options, query: asked })).response;
  }

  /**
   * Opens the tar archive of the results so far, or the same compressed. `downloadArchive` saves it, and goes on after a broken connection
   * of a tar archive. A batch with more than 20,000 files comes in parts.
   */
  archive(
    batchId: string,
    { first_line, last_line, ...options }: ArchiveOptions & { first_line?: number; last_line?: number } = {},
  ): Promise<Response> {
    return openArchive(this.#transport, `${pathOf(batchId)}/archive`, { ...options, query: { first_line, last_line } });
  }

  /** Waits until a batch has ended or is paused, and returns it. `onState` gets every state that was read. */
  async wait(
    batchId: string,
    { onState, ...options }: CallOptions & { onState?: (batch: Batch) => void } = {},
  ): Promise<Batch> {
    const { time } = this.#transport;
    const signal = this.#transport.signal(options.signal);
    let first: BatchSeen | undefined;
    for (let polls = 1; ; polls++) {
      const batch = await this.get(batchId, { ...options, signal });
      onState?.(batch);
      if (ENDED.includes(batch.status) || batch.status === 'PAUSED') return batch;
      const { completed, failed, waiting, active } = batch.items;
      const last = { at: time.now(), done: completed + failed, left: waiting + active };
      first ??= last;
      await time.sleep(batchPollDelay(polls, first, last), signal);
    }
  }

  /** Continues a paused batch, with more credits if it was paused at its cap. */
  continue(batchId: string, body: { max_credits?: number } = {}, options: CallOptions = {}): Promise<Batch> {
    return this.#send('POST', `${pathOf(batchId)}/continue`, { ...options, body, object: 'batch' });
  }

  /** Cancels a batch with its jobs. Repeating the call returns the current state. */
  cancel(batchId: string, options: CallOptions = {}): Promise<BatchCancellation> {
    return this.#send('POST', `${pathOf(batchId)}/cancel`, {
      ...options,
      repeat: 'safe',
      object: 'batch_cancellation',
    });
  }

  /** Submits again what has no result. */
  retry(
    batchId: string,
    body: { max_credits?: number } = {},
    { idempotencyKey = crypto.randomUUID(), ...options }: BatchOptions = {},
  ): Promise<Batch> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#send('POST', `${pathOf(batchId)}/retry`, { ...options, body, headers, object: 'batch' });
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}

function pathOf(batchId: string): string {
  return `/batches/${encodeURIComponent(batchId)}`;
}
