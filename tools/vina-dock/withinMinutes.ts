import { LigandError } from '../shared/ligands/openBabel.ts';

/**
 * Returns the result of `work` for one ligand, or undefined if the job was stopped. `work` must return undefined when
 * its signal is aborted.
 *
 * @throws LigandError when it exceeds the time limit.
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
