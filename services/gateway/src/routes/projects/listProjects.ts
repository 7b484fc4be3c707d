import { listProjects as operation } from '@rotamer/api/operations/projects/listProjects.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { presentProject } from '@rotamer/present/presentProject.ts';
import type { CountedProject } from '@rotamer/proto/projects/v1/projects.ts';
import type { Projects } from '../../clients/clients.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /projects: newest first; for a key that is limited to projects only these. */
export const listProjects = handler(
  operation,
  ({ projects }) =>
    async (request, reply) => {
      const page = readCursors('proj', request.query);
      const scope = callScope(request, reply);
      const { projectIds } = request.credential!;
      const answer = projectIds
        ? await pageOfSome(projects, projectIds, page, scope)
        : await projects.list(page, scope);
      return presentPage(answer.projects.map(presentProject), answer.hasMore, (shown) => shown);
    },
  { importance: 'list' },
);

/** Returns a page of at most 20 projects, newest first, without deleted ones. Ids sort by creation time. */
async function pageOfSome(
  projects: Projects,
  projectIds: readonly string[],
  { limit, beforeId }: { limit: number; beforeId: string },
  scope: CallScope,
): Promise<{ projects: CountedProject[]; hasMore: boolean }> {
  const ids = projectIds.filter((id) => beforeId === '' || id < beforeId).sort((a, b) => (a < b ? 1 : -1));
  const found = await Promise.all(ids.map((projectId) => unlessDeleted(projects.get({ projectId }, scope))));
  const existing = found.filter((project) => project !== undefined);
  return { projects: existing.slice(0, limit), hasMore: existing.length > limit };
}

function unlessDeleted(lookup: Promise<CountedProject>): Promise<CountedProject | undefined> {
  return lookup.catch((error: unknown) => {
    if (toFault(error).code === 'not_found') return undefined;
    throw error;
  });
}
