import type { Db } from '@rotamer/kit/db/db.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import type { Members } from '../members.ts';

/** Most resources of a project that one call closes. */
const BATCH = 500;

/**
 * Returns the resources of other applications as one more context. It needs no record of closed projects: projects are in
 * the same database, and an insert checks the project under its lock.
 */
export function registryMembers(db: Db): Members {
  return {
    async countMembers({ workspaceId, projectIds }) {
      const { rows } = await db.query(
        `select project_id, type, count(*) as count from resources
         where project_id = any($1) and workspace_id = $2 group by project_id, type`,
        [projectIds, workspaceId],
      );
      return { counts: rows.map((row) => ({ projectId: row.project_id, type: row.type, count: row.count })) };
    },

    async findMembers({ workspaceId, groups }) {
      const found = groups.map(async ({ type, ids }) => {
        const { rows } = await db.query(
          'select id from resources where workspace_id = $1 and type = $2 and id = any($3)',
          [workspaceId, type, ids],
        );
        return { type, ids: rows.map(({ id }) => id) };
      });
      return { groups: await Promise.all(found) };
    },

    async setProject({ workspaceId, seq, projectId, groups }) {
      await db.query(
        // Locked in one order, so that two operations on the same resources never deadlock.
        `with moved as (
           select r.type, r.id from resources r join unnest($4::text[], $5::text[]) as asked (type, id) using (type, id)
           where r.workspace_id = $1 and r.project_seq < $2 order by r.type, r.id for update of r
         )
         update resources r set project_id = $3, project_seq = $2 from moved
         where r.workspace_id = $1 and r.type = moved.type and r.id = moved.id and r.project_seq < $2`,
        [
          workspaceId,
          seq,
          projectId,
          groups.flatMap(({ type, ids }) => ids.map(() => type)),
          groups.flatMap(({ ids }) => ids),
        ],
      );
      return { linkedFiles: 0 };
    },

    async closeProject({ workspaceId, seq, projectId, mode, targetProjectId }) {
      const batch = `select type, id from resources where project_id = $2 and workspace_id = $1 limit ${BATCH}`;
      const { rowCount } =
        mode === DeletionMode.DELETE_CONTENTS
          ? await db.query(
              `delete from resources
               where workspace_id = $1 and project_id = $2 and (type, id) in (${batch})`,
              [workspaceId, projectId],
            )
          : await db.query(
              `update resources set project_id = $3, project_seq = $4
               where workspace_id = $1 and project_id = $2 and (type, id) in (${batch})`,
              [workspaceId, projectId, targetProjectId, seq],
            );
      return { done: rowCount === 0 };
    },
  };
}
