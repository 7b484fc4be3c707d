import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { Type } from 'typebox';
import { policy } from '../../access/policy.ts';
import type { Deps } from '../../deps.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { ref } from '../../schemas/build.ts';
import { errors } from '../../schemas/error.ts';
import { jobList } from '../../schemas/job.ts';
import type { Api } from '../api.ts';
import { cursorOf, readCursor } from '../cursor.ts';

/** Items of a page unless the client says how many. */
const PAGE = 20;

const query = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE })),
    starting_after: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
    project_id: Type.Optional(Type.String({ description: 'Only jobs of this project' })),
    unassigned: Type.Optional(Type.Boolean({ description: 'Only jobs without a project; not with `project_id`' })),
  },
  { additionalProperties: false },
);

/** GET /jobs: newest first. */
export function listJobs(app: Api, { jobs }: Deps): void {
  app.get(
    '/jobs',
    {
      config: { access: policy.listJobs, importance: 'list' },
      schema: {
        operationId: 'listJobs',
        summary: 'Jobs of the workspace, newest first',
        tags: ['Jobs'],
        querystring: query,
        response: { 200: ref(jobList), ...errors('validation_error') },
      },
    },
    async (request, reply) => {
      const { limit = PAGE, starting_after, project_id: projectId, unassigned = false } = request.query;
      if (projectId !== undefined && unassigned) {
        throw validationFault([{ path: 'unassigned', message: 'cannot be combined with project_id' }]);
      }
      const beforeId = readCursor('job', starting_after);
      // What cannot be an id names no project, and an unknown project has no jobs.
      const empty = projectId !== undefined && !isId('proj', projectId);
      const page = empty
        ? { jobs: [], hasMore: false }
        : await jobs.list({ limit, beforeId, projectId, unassigned }, callScope(request, reply));
      const last = page.jobs.at(-1);
      return {
        object: 'list' as const,
        data: page.jobs.map(presentJob),
        has_more: page.hasMore,
        next_cursor: page.hasMore && last ? cursorOf(last.id) : null,
      };
    },
  );
}
