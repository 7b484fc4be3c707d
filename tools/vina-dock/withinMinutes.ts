import { LigandError } from '../shared/ligands/openBabel.ts';

/**
 * What `work` returns for one ligand; undefined when the job was stopped. `work` ends with undefined when its signal says so.
 *
 * @throws LigandError when it takes longer.
 */
export async function withinMinutes<T>(
  stop: AbortSignal,
  minutes: number,
  work: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<T | undefined> {
  const limit = AbortSignal.timeout(minutes * 60_000);
  const found = await work(AbortSignal.any([stop, limit]));
  if (found === undefined && limit.aborted && !stop.aborted)
    throw new LigandError(
      `not done within the ${minutes} minutes of max_minutes_per_ligand; Vina leaves no poses of a search that is ended`,
    );
  return found;
}
