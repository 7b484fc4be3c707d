import type { CatalogueEntry } from './catalogue.ts';
import type { Run } from './contract.ts';

/** A built-in tool with its `run`. */
export interface LoadedTool extends CatalogueEntry {
  run: Run;
}

/**
 * Loads a tool in the process of its job. It does not use the catalogue, because loading the contracts and checks of
 * all other tools took longer than a small job.
 */
export async function loadTool(id: string): Promise<LoadedTool> {
  // Check the id, because it becomes part of a path.
  if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new Error(`'${id}' is not the id of a tool`);
  const [{ contract }, { check }, { run }] = await Promise.all([
    import(`./${id}/tool.ts`) as Promise<Pick<LoadedTool, 'contract'>>,
    import(`./${id}/check.ts`) as Promise<Pick<LoadedTool, 'check'>>,
    import(`./${id}/run.ts`) as Promise<Pick<LoadedTool, 'run'>>,
  ]);
  return { contract, check, run };
}
