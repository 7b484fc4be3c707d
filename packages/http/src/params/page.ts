import { cursorQuery, PAGE, pageQuery } from '@rotamer/api/schemas/page.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { type IdPrefix, isId } from '@rotamer/kit/ids.ts';
import { type Static, Type } from 'typebox';

const cursors = Type.Object(cursorQuery);
const query = Type.Object(pageQuery(''));

/**
 * Returns the requested page; `beforeId` is empty for the first page.
 *
 * @throws validation_error for an invalid cursor.
 */
export function readCursors(prefix: IdPrefix, { limit = PAGE, starting_after }: Static<typeof cursors>) {
  return { limit, beforeId: readCursor((id) => isId(prefix, id), starting_after) };
}

/**
 * Returns the requested page with the filter by project.
 *
 * @throws validation_error for an invalid cursor, and for project_id together with unassigned.
 */
export function readPage(
  prefix: IdPrefix,
  { project_id: projectId, unassigned = false, ...rest }: Static<typeof query>,
) {
  if (projectId !== undefined && unassigned) {
    throw validationFault([{ path: 'unassigned', message: 'cannot be combined with project_id' }]);
  }
  return { ...readCursors(prefix, rest), projectId, unassigned };
}

/** The envelope of a page. `nextId`: where the next page begins, if not after the last item. */
export function presentPage<Item extends { id: string }, Shown>(
  items: readonly Item[],
  hasMore: boolean,
  present: (item: Item) => Shown,
  nextId = items.at(-1)?.id,
) {
  return {
    object: 'list' as const,
    data: items.map((item) => present(item)),
    has_more: hasMore,
    next_cursor: hasMore && nextId ? cursorOf(nextId) : null,
  };
}

/** Returns the opaque cursor that stands for "after this item". */
function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/**
 * Returns the id inside a cursor; `''` for the first page.
 *
 * @throws validation_error for an invalid cursor.
 */
export function readCursor(isId: (text: string) => boolean, cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const id = Buffer.from(cursor, 'base64url').toString();
  if (isId(id) && cursorOf(id) === cursor) return id;
  throw validationFault([{ path: 'starting_after', message: 'must be the next_cursor of a previous page' }]);
}
