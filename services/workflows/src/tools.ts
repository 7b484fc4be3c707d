import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { OfferedTool } from './definition/catalogue.ts';
import type { Deps } from './deps.ts';

/** The set of live runners changes within seconds; contracts only change with a release. */
const TTL_MS = 5_000;

/** Caches the catalogue of jobs. Concurrent callers share one read. */
export function createTools(jobs: Pick<Deps['jobs'], 'listTools'>): Deps['tools'] {
  const catalogue = rememberReads(async (_, scope) => {
    const { tools } = await jobs.listTools({}, scope);
    return new Map(
      tools.map(({ id, available, contractJson }): [string, OfferedTool] => [
        id,
        { available, contract: JSON.parse(contractJson) as ToolContract },
      ]),
    );
  }, TTL_MS);
  // Passes no caller's signal: a first caller that gives up must not end the read of the others.
  return () => catalogue.recent('', {});
}
