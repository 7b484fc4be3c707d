import { hasMembers } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { File } from './file.ts';
import { FILE_COLUMNS, toFile } from './fileRow.ts';

export interface FileFilter {
  workspaceId: string;
  /** Files older than this id. */
  beforeId?: string;
  /** Part of a file name, the format, the job's name or its tool; case-insensitive. */
  query?: string;
  format?: string;
  origin?: File['origin'];
  collectionId?: string;
  projectId?: string;
  unassigned: boolean;
  /** Only this user's uploads. */
  uploadedBy?: string;
  limit: number;
}

/**
 * Returns files, newest first, in the order of their ids. The statement has only the conditions in use, so that each
 * combination gets its own plan and index. The text search scans the files that pass the other filters, newest first,
 * until the page is full.
 */
export async function listFiles(db: Queryable, filter: FileFilter): Promise<File[]> {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const when = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined || value === '' || value === false) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  when(filter.workspaceId, (p) => `workspace_id = ${p}`);
  when(filter.beforeId, (p) => `files.id collate "C" < ${p}`);
  when(filter.format, (p) => `lower(format) = lower(${p})`);
  when(filter.origin, (p) => `origin = ${p}`);
  when(filter.projectId, (p) => `project_id = ${p} and ${hasMembers('$1', p)}`);
  when(filter.uploadedBy, (p) => `origin = 'UPLOAD' and created_by = ${p}`);
  when(filter.collectionId, (p) => `files.id in (select file_id from file_collections where collection_id = ${p})`);
  when(filter.query && containing(filter.query), (p) => `${SEARCHED} ilike ${p}`);
  if (filter.unassigned) conditions.push('project_id is null');
  values.push(filter.limit);
  const { rows } = await db.query(
    `select ${FILE_COLUMNS} from files where ${conditions.join(' and ')} order by files.id collate "C" desc limit $${values.length}`,
    values,
  );
  return rows.map(toFile);
}

/** The text that is searched. Line feeds between the fields prevent matches across two fields. */
const SEARCHED = `concat_ws(E'\\n', filename, original_name, format, job_name, tool)`;

/** Returns the `like` pattern that matches texts with this part; wildcards in the part are escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
