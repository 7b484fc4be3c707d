import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { outboxEvent } from '@rotamer/kit/outbox/outboxEvent.ts';
import { FileEvent, type FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { File } from './file.ts';
import { presentFile } from './presentFile.ts';

/** The event of a change: the whole file in its current, or last, state. */
export function fileEvent(file: File, type: FileEventType, now: Date, traceparent: string): OutboxMessage {
  const envelope = { topic: 'files.events.v1', key: file.id, occurredAt: now, traceparent };
  return outboxEvent(FileEvent, envelope, { workspaceId: file.workspaceId, type, file: presentFile(file) });
}
