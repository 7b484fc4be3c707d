import { List } from '../http/list.ts';
import type { Transport } from '../http/transport.ts';
import type { ListOptions } from './jobs.ts';
import type { RunRequest, Workflow, WorkflowDetail, WorkflowRun, WorkflowValidation } from './workflowTypes.ts';

/** Published pipelines. */
export class Workflows {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options: ListOptions = {}): List<Workflow> {
    return new List(this.#transport, '/workflows', { ...options });
  }

  async get(workflowId: string): Promise<WorkflowDetail> {
    return (await this.#transport.request<WorkflowDetail>('GET', pathOf(workflowId))).body;
  }

  /** Validates a draft; nothing is saved, run or charged. */
  async validate(workflowId: string, body: { definition: unknown; settings?: unknown }): Promise<WorkflowValidation> {
    const path = `${pathOf(workflowId)}/validate`;
    return (await this.#transport.request<WorkflowValidation>('POST', path, { body, repeat: 'safe' })).body;
  }

  /** Starts a run and returns at once. One idempotency key is made for the call and kept over its retries. */
  async start(
    workflowId: string,
    body: RunRequest,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<WorkflowRun> {
    const headers = { 'idempotency-key': idempotencyKey };
    const path = `${pathOf(workflowId)}/runs`;
    return (await this.#transport.request<WorkflowRun>('POST', path, { body, headers, repeat: 'safe' })).body;
  }
}

function pathOf(workflowId: string): string {
  return `/workflows/${encodeURIComponent(workflowId)}`;
}
