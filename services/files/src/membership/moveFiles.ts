import { countMembers, type Place } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { File } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { fileMemberships } from './memberships.ts';

/**
 * Moves files to the place that an operation names, and publishes an event for each. The caller has locked all of them.
 */
export async function moveFiles(tx: Queryable, files: File[], place: Place, seq: number, now: Date): Promise<void> {
  if (files.length === 0) return;
  const moved = files.map((file) => ({ ...file, projectId: place.projectId }));
  const changes = await fileMemberships.move(tx, files, place, seq);
  await appendOutbox(
    tx,
    moved.map((file) => fileEvent(file, FileEventType.MOVED, now, '')),
  );
  await countMembers(tx, changes, place);
}
