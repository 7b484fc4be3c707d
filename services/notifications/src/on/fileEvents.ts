import type { EventType } from '@rotamer/api/schemas/eventTypes.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import { FileEvent, FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { NewEvent } from '../feed/newEvent.ts';

export const fileTypes: ReadonlyMap<string, EventType> = new Map([
  [FileEventType.UPLOADED, 'file.created'],
  [FileEventType.RECORDED, 'file.created'],
  [FileEventType.MOVED, 'file.moved'],
  [FileEventType.DELETED, 'file.deleted'],
]);

/** Returns the public event of an event of files; undefined when it has none. */
export function publicFileEvent(value: Uint8Array): NewEvent | undefined {
  const { eventId: id, workspaceId, occurredAt, type, file } = FileEvent.decode(value);
  const publicType = fileTypes.get(type);
  if (!publicType || !file) return undefined;
  return {
    ...{ id, workspaceId, type: publicType, createdAt: occurredAt! },
    ...{ resourceType: 'file', resourceId: file.id, version: occurredAt!.getTime() },
    projectId: file.projectId,
    data: presentFile(file),
  };
}
