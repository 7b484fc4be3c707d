import { Readable } from 'node:stream';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { File } from '@rotamer/proto/files/v1/file.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { type EntryBytes, unreachable } from '../../sources/openEntry.ts';
import { digestOf } from './digestOf.ts';
import { inspectedOf } from './inspectedOf.ts';
import { sendToStore } from './sendToStore.ts';

/** Time limits in milliseconds. The files service reads the stored file back. */
const FINISH_MS = 30_000;
const STEP_MS = 5_000;

/** An entry of a public database, and the file that it shall become. */
interface Wanted {
  bytes: EntryBytes;
  originalName: string;
  submissionId: string | undefined;
  description: string;
  tags: string[];
  projectId: string | undefined;
}

/**
 * Stores an entry of a public database in the library, with the rules of an upload. On any error no file is left behind. `replayed`: an
 * earlier request with the same key stored it.
 */
export async function storeEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, blobs, inspections, workspaces }: Pick<Deps, 'files' | 'blobs' | 'inspections' | 'workspaces'>,
  { bytes, originalName, submissionId, ...fields }: Wanted,
): Promise<{ file: File; replayed: boolean }> {
  const { workspaceId } = request.credential!;
  const scope = (budgetMs: number) => ({ ...callScope(request, reply), deadlineMs: Date.now() + budgetMs });
  const read = { ...fields, collectionIds: [] };
  const { body, failure } = watched(bytes);
  const { limits } = await workspaces.recent(workspaceId, scope(STEP_MS));
  const upload = { originalName, declaredBytes: undefined, storageLimitBytes: limits!.storageBytes, submissionId };
  const begun = await files.beginUpload(upload, scope(STEP_MS));
  if (begun.replayed) {
    const found = { submissionId: submissionId!, originalName, sha256: await digestOf(body), ...read };
    return { file: await files.findUpload(found, scope(STEP_MS)), replayed: true };
  }
  const { fileId } = begun;
  try {
    const { inspection, ...sent } = await sendToStore(
      blobs,
      inspections,
      { ...begun, workspaceId },
      body,
      scope(0).signal!,
    );
    const finished = { fileId, ...sent, ...read, inspected: inspectedOf(inspection) };
    return { file: await files.finishUpload(finished, scope(FINISH_MS)), replayed: false };
  } catch (error) {
    // Not cancelled with the client. If this fails, files removes the upload within the hour.
    await files.abortUpload({ fileId }, { ...scope(STEP_MS), signal: undefined }).catch((cause: unknown) => {
      request.log.warn({ err: cause, file_id: fileId }, 'could not abort upload, leaving it to the sweep');
    });
    throw refusalOf(error, failure());
  }
}

/** Returns the bytes as a stream, and what made the database break them off. */
function watched(bytes: EntryBytes): { body: Readable; failure: () => Fault | undefined } {
  let failure: Fault | undefined;
  async function* read() {
    try {
      yield* bytes;
    } catch (error) {
      failure = unreachable(error);
      throw error;
    }
  }
  return { body: Readable.from(read(), { objectMode: false }), failure: () => failure };
}

/** Returns what the caller learns. A form that is invalid stands for bytes that broke off, or for content that the library does not take. */
function refusalOf(error: unknown, failure: Fault | undefined): unknown {
  if (!(error instanceof Fault) || error.code !== 'validation_error') return error;
  if (failure) return failure;
  return new Fault('conflict', 'The database sent something that is not an entry.', {
    resolution: 'Check the id, or download the entry yourself and upload it.',
    cause: error,
  });
}
