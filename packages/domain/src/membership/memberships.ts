import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { MemberChange, Place } from './places.ts';

/** A project of a workspace. */
export interface ProjectRef {
  workspaceId: string;
  projectId: string;
}

/** A resource, and the project that it is in. */
export interface Member {
  id: string;
  workspaceId: string;
  projectId?: string;
}

export interface MemberTable<Row extends Member> {
  /** Has the columns id, workspace_id, project_id and project_seq. */
  table: string;
  /** The columns that `read` needs. */
  columns: string;
  // biome-ignore lint/suspicious/noExplicitAny: a row of the driver
  read(row: any): Row;
  /** What else a move changes, for example `version = version + 1`. */
  alsoSet?: string;
}

/** The queries of a service whose table has members of projects. */
export interface Memberships<Row extends Member> {
  /** Locks the rows of the workspace among these ids that no later operation has moved, in the order of their ids. */
  lockMovable(tx: Queryable, ids: string[], workspaceId: string, seq: number): Promise<Row[]>;
  /** Locks at most `limit` members of a project, in the order of their ids. */
  lockSome(tx: Queryable, project: ProjectRef, limit: number): Promise<Row[]>;
  /** Returns whether a project has members. */
  hasSome(db: Queryable, project: ProjectRef): Promise<boolean>;
  /** Moves locked rows to the place that an operation names. Returns the changes for `countMembers`. */
  move(tx: Queryable, rows: Row[], place: Place, seq: number): Promise<MemberChange[]>;
}

/**
 * A condition with the project as $1 and its workspace as $2. Written so that PostgreSQL uses the index by project. With
 * the index by workspace, a likely choice where most rows are in one project, it would read all rows that have already
 * left the project.
 */
export const IN_PROJECT = `project_id = $1 and workspace_id || '' = $2`;

/** Returns the queries of one table of members. */
export function memberships<Row extends Member>({ table, columns, read, alsoSet }: MemberTable<Row>): Memberships<Row> {
  const changes = ['project_id = $2', 'project_seq = greatest(project_seq, $3)', alsoSet].filter(Boolean).join(', ');
  return {
    async lockMovable(tx, ids, workspaceId, seq) {
      const { rows } = await tx.query(
        `select ${columns} from ${table} where id = any($1) and workspace_id = $2 and project_seq < $3
         order by ${table}.id for update`,
        [ids, workspaceId, seq],
      );
      return rows.map(read);
    },
    async lockSome(tx, { workspaceId, projectId }, limit) {
      const { rows } = await tx.query(
        `select ${columns} from ${table} where ${IN_PROJECT} order by ${table}.id collate "C" limit $3 for update`,
        [projectId, workspaceId, limit],
      );
      return rows.map(read);
    },
    async hasSome(db, { workspaceId, projectId }) {
      const { rowCount } = await db.query(
        `select from ${table} where ${IN_PROJECT} order by ${table}.id collate "C" limit 1`,
        [projectId, workspaceId],
      );
      return rowCount === 1;
    },
    async move(tx, rows, place, seq) {
      await tx.query(`update ${table} set ${changes} where id = any($1)`, [
        rows.map(({ id }) => id),
        place.projectId ?? null,
        seq,
      ]);
      const left = rows.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 }));
      const entered = rows.map(({ workspaceId }) => ({ workspaceId, projectId: place.projectId, members: 1 }));
      return [...left, ...entered];
    },
  };
}
