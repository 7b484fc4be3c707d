import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';
import { forAllCalls, whileWanted } from '@rotamer/kit/process/callSignal.ts';
import type { ResolveInputsRequest, ResolveInputsResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { type File, textKey } from '../file/file.ts';
import { readFiles, saveInspection } from '../file/fileStore.ts';
import { inspectBlob } from '../uploads/inspectBlob.ts';

/** The blob keys of saved files, for jobs; ids of other workspaces are omitted like unknown ones. */
export function resolveInputs(deps: Deps): Rpc<ResolveInputsRequest, ResolveInputsResponse> {
  const inspections = new Map<string, Promise<Seen>>();

  /** One inspection for all calls that want it. It goes on when they no longer wait: whoever asks again finds it done. */
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

/** Where the bytes are that tools read. */
function placeOfText({ id, workspaceId, key, sha256, size, text }: File): Pick<File, 'key' | 'sha256' | 'size'> {
  return text ? { key: textKey(workspaceId, id), ...text } : { key, sha256, size };
}

/** What jobs needs to know of the content of a file. */
type Seen = Pick<File, 'textual' | 'units'>;

/** Larger files are refused as inputs anyway. */
function isKnown({ inspected, textual, size }: File): boolean {
  return inspected || !textual || size > MAX_FILE_BYTES;
}

/** Only uploads are decoded. An output that is packed or in another encoding is a file like any other, but no text. */
async function readAsItIs(blobs: Deps['blobs'], file: File): Promise<Seen> {
  const { textual, units, decoding } = await inspectBlob(blobs, file, file.originalName);
  return { textual: textual && !decoding, units };
}

/** Outputs of jobs are inspected when they are first used as an input, not when they are recorded: most are never used. */
async function inspect({ db, blobs }: Deps, file: File): Promise<Seen> {
  const found = await readAsItIs(blobs, file).catch((error): Seen => {
    if (error instanceof Fault && error.code === 'validation_error') return { textual: false, units: {} };
    throw error;
  });
  await saveInspection(db, file.id, found);
  return found;
}
