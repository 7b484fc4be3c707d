import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { forAllCalls, whileWanted } from '@rotamer/kit/process/callSignal.ts';
import type { ResolveInputsRequest, ResolveInputsResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { type File, textKey } from '../file/file.ts';
import { readFiles, saveInspection } from '../file/fileStore.ts';
import { inspectBlob } from '../uploads/inspectBlob.ts';

/** Returns the blob keys of saved files, for jobs. Ids of files in other workspaces are omitted, as unknown ids are. */
export function resolveInputs(deps: Deps): Rpc<ResolveInputsRequest, ResolveInputsResponse> {
  const inspections = new Map<string, Promise<Seen>>();

  /**
   * Runs one inspection for all calls that need the same file. The inspection continues after a call has stopped
   * waiting, so that a repeated call finds the result.
   */
  function inspectOnce(file: File): Promise<Seen> {
    const running = inspections.get(file.id);
    if (running) return running;
    const started = forAllCalls(() => inspect(deps, file)).finally(() => inspections.delete(file.id));
    inspections.set(file.id, started);
    return started;
  }

  return async ({ fileIds }, { caller, signal }) => {
    const known = await readFiles(deps.db, fileIds, caller.workspaceId);
    const files: ResolveInputsResponse['files'] = [];
    for (const file of known) {
      const { textual, units } = isKnown(file) ? file : await whileWanted(inspectOnce(file), signal);
      const { id, filename, format } = file;
      files.push({ fileId: id, filename, format, ...placeOfText(file), textual, units: { ...units } });
    }
    return { files };
  };
}

/** Returns the object with the bytes that tools read. */
function placeOfText({ id, workspaceId, key, sha256, size, text }: File): Pick<File, 'key' | 'sha256' | 'size'> {
  return text ? { key: textKey(workspaceId, id), ...text } : { key, sha256, size };
}

/** The properties of a file's content that jobs needs. */
type Seen = Pick<File, 'textual' | 'units'>;

/** Returns whether the file needs no inspection. Files larger than MAX_FILE_BYTES are refused as inputs anyway. */
function isKnown({ inspected, textual, size }: File): boolean {
  return inspected || !textual || size > MAX_FILE_BYTES;
}

/**
 * Inspects the bytes of an output without decoding them. Only uploads are decoded: a packed output, or one in another
 * encoding, is not text.
 */
async function readAsItIs(blobs: Deps['blobs'], file: File): Promise<Seen> {
  const { textual, units, decoding } = await inspectBlob(blobs, file, file.originalName);
  return { textual: textual && !decoding, units };
}

/**
 * Inspects a file and saves the findings. Outputs of jobs are inspected at their first use as an input, not when they
 * are recorded, because most are never used.
 */
async function inspect({ db, blobs }: Deps, file: File): Promise<Seen> {
  const found = await readAsItIs(blobs, file).catch((error): Seen => {
    if (error instanceof Fault && error.code === 'validation_error') return { textual: false, units: {} };
    throw error;
  });
  await saveInspection(db, file.id, found);
  return found;
}
