import type { JobFilter, JobStatus } from '@rotamer/client';

/** What a reader asked for in the address of the list of jobs. */
export interface JobFilters {
  /** A group of states. */
  state: StateGroup;
  tool: string;
  name: string;
  /** Whether only jobs of the reader are shown. */
  mine: boolean;
  /** Cursor of the page before; empty on the first one. */
  after: string;
}

const active: JobStatus[] = ['PENDING', 'QUEUED', 'PROCESSING', 'RETRY'];

/** Groups of states, by their word in the address. */
export const stateGroups = {
  any: { label: 'any', statuses: [] as JobStatus[] },
  active: { label: 'waiting or running', statuses: active },
  completed: { label: 'completed', statuses: ['COMPLETED'] as JobStatus[] },
  failed: { label: 'failed or stopped', statuses: ['FAILED', 'TIMEOUT', 'BUDGET_EXCEEDED'] as JobStatus[] },
  cancelled: { label: 'cancelled', statuses: ['CANCELLED'] as JobStatus[] },
} as const;

export type StateGroup = keyof typeof stateGroups;

/** Most characters of one filter. */
const MAX_TEXT = 200;

/** Reads the filters of an address. Unknown words count as no filter. */
export function readFilters(query: unknown): JobFilters {
  const { state, tool, name, mine, after } = query as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : '');
  return {
    state: Object.hasOwn(stateGroups, text(state)) ? (text(state) as StateGroup) : 'any',
    tool: text(tool),
    name: text(name),
    mine: mine === '1',
    after: text(after),
  };
}

/** Returns the filters as the API takes them. */
export function apiFilter({ state, tool, name, mine }: JobFilters): JobFilter {
  const { statuses } = stateGroups[state];
  return {
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(tool && { tool }),
    ...(name && { name }),
    ...(mine && { created_by: 'me' }),
  };
}

/** Returns the query of an address with these filters: empty without any. */
export function queryOf({ state, tool, name, mine, after }: Partial<JobFilters>): string {
  const query = new URLSearchParams();
  if (state && state !== 'any') query.set('state', state);
  if (tool) query.set('tool', tool);
  if (name) query.set('name', name);
  if (mine) query.set('mine', '1');
  if (after) query.set('after', after);
  return query.size > 0 ? `?${query}` : '';
}

/** Returns whether the address has any filter. */
export function isFiltered(filters: JobFilters): boolean {
  return queryOf({ ...filters, after: '' }) !== '';
}
