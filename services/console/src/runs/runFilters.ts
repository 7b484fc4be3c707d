import type { WorkflowRun } from '@rotamer/client';

type RunStatus = WorkflowRun['status'];

/** What a reader asked for in the address of the list of runs. */
export interface RunFilters {
  state: RunStateGroup;
  name: string;
  workflow: string;
  mine: boolean;
  /** Cursor of the page before; empty on the first one. */
  after: string;
}

/** Groups of states, by their word in the address. */
export const runStateGroups = {
  any: { label: 'any', statuses: [] as RunStatus[] },
  active: { label: 'waiting or running', statuses: ['QUEUED', 'RUNNING'] as RunStatus[] },
  paused: { label: 'paused', statuses: ['PAUSED'] as RunStatus[] },
  completed: { label: 'completed', statuses: ['COMPLETED', 'COMPLETED_WITH_ERRORS'] as RunStatus[] },
  failed: { label: 'failed or cancelled', statuses: ['FAILED', 'CANCELLED'] as RunStatus[] },
} as const;

type RunStateGroup = keyof typeof runStateGroups;

/** Most characters of one filter. */
const MAX_TEXT = 200;

/** Reads the filters of an address. Unknown words count as no filter. */
export function readRunFilters(query: unknown): RunFilters {
  const { state, name, workflow, mine, after } = query as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : '');
  return {
    state: Object.hasOwn(runStateGroups, text(state)) ? (text(state) as RunStateGroup) : 'any',
    name: text(name),
    workflow: text(workflow),
    mine: mine === '1',
    after: text(after),
  };
}

/** Returns the filters as the API takes them. */
export function runFilter({ state, name, workflow, mine }: RunFilters) {
  const { statuses } = runStateGroups[state];
  return {
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(name && { name }),
    ...(workflow && { workflow_id: workflow }),
    ...(mine && { created_by: 'me' }),
  };
}

/** Returns the query of an address with these filters: empty without any. */
export function runQuery({ state, name, workflow, mine, after }: Partial<RunFilters>): string {
  const query = new URLSearchParams();
  if (state && state !== 'any') query.set('state', state);
  if (name) query.set('name', name);
  if (workflow) query.set('workflow', workflow);
  if (mine) query.set('mine', '1');
  if (after) query.set('after', after);
  return query.size > 0 ? `?${query}` : '';
}
