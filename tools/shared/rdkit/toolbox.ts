import type { MainModule, Mol } from '@rdkit/rdkit';

/** What tasks use in the worker thread. */
export interface Toolbox {
  rdkit: MainModule;
  /** Returns the errors that RDKit logged since the task began. */
  log(): string;
  /**
   * Returns a compiled SMARTS. It is kept as long as the thread lives, because a job has few patterns and many
   * molecules. Throws a Rejection.
   */
  query(smarts: string): Mol;
}

/** The molecule or the pattern is invalid. RDKit still works. */
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

/** Returns the first line of the log without its timestamp. The other lines mark the position with an arrow. */
export function firstReason(log: string): string {
  return log
    .split('\n')[0]!
    .replace(/^\[[\d:]+\] */, '')
    .replace(/\s+/g, ' ');
}
