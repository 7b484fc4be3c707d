import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { ListEventsRequest } from '@rotamer/proto/notifications/v1/events.ts';

/**
 * Returns the place in the feed that a text means: `now`, the id of an event, or a cursor.
 *
 * @throws validation_error for other texts, and for a cursor of another workspace
 */
export function placeOf(after: string, workspaceId: string, path = 'after'): ListEventsRequest['after'] {
  if (after === 'now') return { $case: 'afterNewest', value: true };
  if (isId('evt', after)) return { $case: 'afterId', value: after };
  const [seq, owner] = Buffer.from(after, 'base64url').toString().split(' ');
  const value = Number(seq);
  if (owner === workspaceId && Number.isSafeInteger(value) && value >= 0 && cursorOf(value, workspaceId) === after)
    return { $case: 'afterSeq', value };
  throw validationFault([{ path, message: 'must be the next_cursor of a page, the id of an event, or now' }]);
}

/** Returns the cursor of a place in the feed of a workspace. */
export function cursorOf(seq: number, workspaceId: string): string {
  return Buffer.from(`${seq} ${workspaceId}`).toString('base64url');
}
