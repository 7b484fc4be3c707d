import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { OfferedTool } from './definition/catalogue.ts';
import type { Deps } from './deps.ts';

/** Which runners are alive changes within seconds, contracts with a release. */
const TTL_MS = 5_000;

/** The catalogue of jobs; one read serves whoever asks at the same time. */
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
  // Whoever asks first must not take the answer from the others by going away.
  return () => catalogue.recent('', {});
}
