import { List } from '../http/list.ts';
import type { CallOptions, Query, Transport } from '../http/transport.ts';
import type { AuditEntry, Transfer, Usage, UsageGroup } from '../types.ts';

/** A range in time, as days or times in UTC: `2026-03-01`. The end is not in it. */
export interface Range {
  from?: string;
  to?: string;
}

/** What was charged, by groups. */
export class UsageReport {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns sums of what was charged; without a range those of the current month. `group_by`: one group, or several. */
  async get(
    filter: Range & { group_by?: UsageGroup | readonly UsageGroup[] } = {},
    options: CallOptions = {},
  ): Promise<Usage> {
    const query = usageQuery(filter);
    return (await this.#transport.request<Usage>('GET', '/usage', { ...options, query, object: 'usage' })).body;
  }

  /** Returns the same as CSV. */
  csv(filter: Range & { group_by?: UsageGroup | readonly UsageGroup[] } = {}, options: CallOptions = {}) {
    return csvOf(this.#transport, '/usage', usageQuery(filter), options);
  }
}

/** The transfers of credits, newest first. */
export class Ledger {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(
    filter: Range & { limit?: number; kind?: Transfer['kind']; job_id?: string } = {},
    options: CallOptions = {},
  ): List<Transfer> {
    return new List(this.#transport, '/ledger', { ...filter }, options);
  }

  /** Returns all matching transfers as CSV. */
  csv(filter: Range & { kind?: Transfer['kind']; job_id?: string } = {}, options: CallOptions = {}): Promise<string> {
    return csvOf(this.#transport, '/ledger', { ...filter }, options);
  }
}

/** Filters of the audit log. `actor`: the id of a user, or the public id of a key or session. */
export interface AuditFilter extends Range {
  actor?: string;
  action?: string;
  resource_id?: string;
}

/** The audit log, newest entries first. For admins. */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: AuditFilter & { limit?: number } = {}, options: CallOptions = {}): List<AuditEntry> {
    return new List(this.#transport, '/audit', { ...filter }, options);
  }

  /** Returns all matching entries as CSV. */
  csv(filter: AuditFilter = {}, options: CallOptions = {}): Promise<string> {
    return csvOf(this.#transport, '/audit', { ...filter }, options);
  }
}

function usageQuery({ group_by, ...range }: Range & { group_by?: UsageGroup | readonly UsageGroup[] }): Query {
  return { ...range, group_by: group_by === undefined ? undefined : [group_by].flat().join(',') };
}

async function csvOf(transport: Transport, path: string, query: Query, options: CallOptions): Promise<string> {
  const { response } = await transport.open('GET', path, { ...options, query: { ...query, format: 'csv' } });
  return await response.text();
}
