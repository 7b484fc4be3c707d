import { List } from '../http/list.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { Budget, BudgetDeletion, BudgetRequest } from '../types.ts';

/** Caps on what jobs may cost in a day, a month or in all. */
export class Budgets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: { limit?: number } = {}, options: CallOptions = {}): List<Budget> {
    return new List(this.#transport, '/budgets', { ...filter }, options);
  }

  /** Creates or changes the budget of a subject and period. */
  async set(body: BudgetRequest, options: CallOptions = {}): Promise<Budget> {
    return (await this.#transport.request<Budget>('PUT', '/budgets', { ...options, body, object: 'budget' })).body;
  }

  async delete(budgetId: string, options: CallOptions = {}): Promise<BudgetDeletion> {
    const path = `/budgets/${encodeURIComponent(budgetId)}`;
    const sending = { ...options, repeat: 'once', object: 'budget_deletion' } as const;
    return (await this.#transport.request<BudgetDeletion>('DELETE', path, sending)).body;
  }
}
