import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { type IdPrefix, isId } from '@rotamer/kit/ids.ts';

/** The opaque cursor that stands for "after this item". */
export function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** The id inside a cursor; `''` when the first page is asked for. */
export function readCursor(prefix: IdPrefix, cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const id = Buffer.from(cursor, 'base64url').toString();
  if (isId(prefix, id) && cursorOf(id) === cursor) return id;
  throw validationFault([{ path: 'starting_after', message: 'is not the next_cursor of an earlier page' }]);
}
