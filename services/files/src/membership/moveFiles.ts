import type { Queryable } from '@rotamer/kit/db/db.ts';
import { countMembers, type Place } from '@rotamer/kit/membership/places.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { File } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';

/**
 * Moves files to the place that an operation names, and publishes an event for each. The caller has locked all of them.
 */
export async function moveFiles(tx: Queryable, files: File[], place: Place, seq: number, now: Date): Promise<void> {
  if (files.length === 0) return;
  const moved = files.map((file) => ({ ...file, projectId: place.projectId }));
  await tx.query('update files set project_id = $2, project_seq = greatest(project_seq, $3) where id = any($1)', [
    files.map(({ id }) => id),
    place.projectId ?? null,
    seq,
  ]);
  await appendOutbox(
    tx,
    moved.map((file) => fileEvent(file, FileEventType.MOVED, now, '')),
  );
  const left = files.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 }));
  const entered = moved.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: 1 }));
  await countMembers(tx, [...left, ...entered], place);
}
