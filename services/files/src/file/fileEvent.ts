import { newId } from '@rotamer/kit/ids.ts';
import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { FileEvent, type FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { File } from './file.ts';
import { presentFile } from './presentFile.ts';

/** The event of a change: the whole file in its current, or last, state. */
export function fileEvent(file: File, type: FileEventType, now: Date, traceparent: string): OutboxMessage {
  const eventId = newId('evt', now);
  const value = FileEvent.encode({
    eventId,
    workspaceId: file.workspaceId,
    occurredAt: now,
    type,
    file: presentFile(file),
  }).finish();
  return { topic: 'files.events.v1', key: file.id, eventId, type, occurredAt: now, traceparent, value };
}
