import type { MainModule, Mol } from '@rdkit/rdkit';

/** What a task has at hand in the worker thread. */
export interface Toolbox {
  rdkit: MainModule;
  /** What RDKit logged as an error since the task began. */
  log(): string;
  /** A compiled SMARTS, kept as long as the thread: patterns are few and molecules many. Throws a Rejection. */
  query(smarts: string): Mol;
}

/** The molecule or the pattern is invalid; RDKit still works. */
export class Rejection extends Error {}

export function toolbox(rdkit: MainModule): Toolbox & { beginTask(): void } {
  const errors = rdkit.set_log_capture('rdApp.error');
  const log = () => errors?.get_buffer() ?? '';
  const queries = new Map<string, Mol>();
  return {
    rdkit,
    log,
    query(smarts) {
      const known = queries.get(smarts);
      if (known) return known;
      const query = rdkit.get_qmol(smarts);
      if (!query) throw new Rejection(firstReason(log()) || 'RDKit cannot read this SMARTS');
      if (query.get_num_atoms() === 0) {
        query.delete();
        throw new Rejection('the SMARTS has no atom');
      }
      queries.set(smarts, query);
      return query;
    },
    beginTask: () => errors?.clear_buffer(),
  };
}

/** Only the first line, without its timestamp: the rest marks the position with an arrow. */
export function firstReason(log: string): string {
  return log
    .split('\n')[0]!
    .replace(/^\[[\d:]+\] */, '')
    .replace(/\s+/g, ' ');
}
