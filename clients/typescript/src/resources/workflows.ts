import { List } from '../http/list.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { ListOptions } from './jobs.ts';
import type {
  RunQuote,
  RunQuoteRequest,
  RunRequest,
  Workflow,
  WorkflowDetail,
  WorkflowRun,
  WorkflowValidation,
} from './workflowTypes.ts';

/** Options of a call that starts a run. */
export interface StartOptions extends CallOptions {
  /** You get a mail when the run has ended. */
  notify?: boolean;
}

/** Returns the headers of a request that starts a run. */
export function startHeaders(idempotencyKey: string, notify = false): Record<string, string> {
  return { 'idempotency-key': idempotencyKey, ...(notify && { prefer: 'notify=mail' }) };
}

/** Published pipelines. */
export class Workflows {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: ListOptions = {}, options: CallOptions = {}): List<Workflow> {
    return new List(this.#transport, '/workflows', { ...filter }, options);
  }

  async get(workflowId: string, options: CallOptions = {}): Promise<WorkflowDetail> {
    const asking = { ...options, object: 'workflow' };
    return (await this.#transport.request<WorkflowDetail>('GET', pathOf(workflowId), asking)).body;
  }

  /** Validates a draft. Saves, runs and charges nothing. */
  async validate(
    workflowId: string,
    body: { definition: unknown; settings?: unknown },
    options: CallOptions = {},
  ): Promise<WorkflowValidation> {
    const path = `${pathOf(workflowId)}/validate`;
    const sending = { ...options, body, repeat: 'safe' as const, object: 'workflow_validation' };
    return (await this.#transport.request<WorkflowValidation>('POST', path, sending)).body;
  }

  /** Returns bounds of what a run would cost, node by node. Starts nothing and reserves nothing. */
  async quote(workflowId: string, body: RunQuoteRequest = {}, options: CallOptions = {}): Promise<RunQuote> {
    const path = `${pathOf(workflowId)}/runs/quote`;
    const sending = { ...options, body, repeat: 'safe' as const, object: 'workflow_run_quote' };
    return (await this.#transport.request<RunQuote>('POST', path, sending)).body;
  }

  /** Starts a run and returns at once. The call creates one idempotency key and keeps it for its retries. */
  async start(
    workflowId: string,
    body: RunRequest,
    idempotencyKey: string = crypto.randomUUID(),
    { notify, ...options }: StartOptions = {},
  ): Promise<WorkflowRun> {
    const headers = startHeaders(idempotencyKey, notify);
    const path = `${pathOf(workflowId)}/runs`;
    return (
      await this.#transport.request<WorkflowRun>('POST', path, { ...options, body, headers, object: 'workflow_run' })
    ).body;
  }
}

function pathOf(workflowId: string): string {
  return `/workflows/${encodeURIComponent(workflowId)}`;
}
