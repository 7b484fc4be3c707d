import type { WorkspaceWorkers } from '../work/workspaceWorkers.ts';

/** Runs one pass of a loop, including all work that it begins. Errors that the service would only log are thrown. */
export async function wholePass<Answer>(pass: (workers: WorkspaceWorkers) => Promise<Answer>): Promise<Answer> {
  const begun: Promise<void>[] = [];
  const answer = await pass({
    busy: () => [],
    free: async () => {},
    idle: async () => {},
    work: (pieces, perform) => {
      for (const own of Map.groupBy(pieces, ({ workspaceId }) => workspaceId).values()) begun.push(perform(own));
    },
  });
  await Promise.all(begun);
  return answer;
}
