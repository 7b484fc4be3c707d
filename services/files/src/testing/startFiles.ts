import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteQueuedBlobs } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { wholePass } from '@rotamer/kit/testing/wholePass.ts';
import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { FilesDefinition, type FinishUploadRequest } from '@rotamer/proto/files/v1/files.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';
import { onTestFinished } from 'vitest';
import { rpcTable } from '../rpcTable.ts';
import { recordResults } from '../work/recordResults.ts';
import { sweepUploads } from '../work/sweep.ts';

const service = join(import.meta.dirname, '../..');
const GIB = 2 ** 30;

/**
 * Starts the files service on a free port with a new database and an fs blob store, without its loops; all are removed
 * after the test.
 */
export async function startFiles() {
  const { db, url } = await serviceDatabase(service);
  const folder = await mkdtemp(join(tmpdir(), 'rotamer-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const blobs: Blobs = openFsBlobs({ folder, secret: randomUUID(), publicUrl: 'http://127.0.0.1:8080' });
  const time = { now: new Date('2026-03-01T12:00:00.000Z') };
  const deps = { db, blobs, clock: () => time.now, signals: { send: () => {} }, log: quietLog };
  const server = await serveRpcTable(rpcTable(deps));
  const clientOf = (service: string) => server.ask(FilesDefinition, service);
  const letters = server.ask(DeadLettersDefinition, 'operator');
  const files = clientOf('gateway');

  /** A user of a workspace, by default a new one, with the calls that the gateway makes for an upload. */
  function user({ workspaceId = newId('ws', time.now), userId = newId('usr', time.now), role = 'member' } = {}) {
    const scope = { caller: Caller.fromPartial({ workspaceId, userId, role }) };
    const begin = (originalName: string, storageLimitBytes = GIB, declaredBytes?: number) =>
      files.beginUpload({ originalName, storageLimitBytes, declaredBytes }, scope);
    return {
      workspaceId,
      userId,
      scope,
      begin,
      async upload(originalName: string, content: string | Buffer, more: Partial<FinishUploadRequest> = {}) {
        const { fileId, key } = await begin(originalName);
        const stored = await blobs.put(key, content);
        return files.finishUpload({ fileId, ...stored, ...more }, scope);
      },
      async list(filter: Parameters<typeof files.list>[0] = {}) {
        return files.list({ limit: 100, ...filter }, scope);
      },
    };
  }

  return {
    db,
    url,
    blobs,
    time,
    deps,
    folder,
    files,
    jobs: clientOf('jobs'),
    operator: clientOf('operator'),
    members: server.ask(MembersDefinition, 'projects'),
    /** The dead letters, as operators list and replay them. */
    letters,
    user,
    /** Runs one pass of the loop that records results, after all results in the queue were made due. */
    async record() {
      await db.query(`update unrecorded_results set try_at = now() - interval '1 second'`);
      return wholePass((workers) => recordResults(deps, workers));
    },
    /** Moves the clock an hour ahead and runs the passes that discard uploads and delete blobs. */
    async sweep() {
      time.now = new Date(time.now.getTime() + 3_600_001);
      while (await sweepUploads(deps));
      while (await deleteQueuedBlobs(deps));
    },
    /** Bytes that count for the workspace's quota. */
    async counted(workspaceId: string): Promise<number> {
      const { rows } = await db.query('select bytes from storage where workspace_id = $1', [workspaceId]);
      return rows[0]?.bytes ?? 0;
    },
  };
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
