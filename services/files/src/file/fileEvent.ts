import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { FileEvent, type FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { File } from './file.ts';
import { presentFile } from './presentFile.ts';

/**
 * Returns the event of a change, which has the file's full state: the current one, or the last one of a deleted file.
 */
export function fileEvent(file: File, type: FileEventType, now: Date, traceparent: string): OutboxMessage {
  const envelope = { topic: 'files.events.v1', key: file.id, occurredAt: now, traceparent };
  return outboxEvent(FileEvent, envelope, { workspaceId: file.workspaceId, type, file: presentFile(file) });
}
