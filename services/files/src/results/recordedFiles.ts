import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { fileExtension, formatNamed } from '@rotamer/formats/formats.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { PermanentFailure } from '@rotamer/kit/work/failedWork.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { type File, originalName, safeName } from '../file/file.ts';

/**
 * Returns the files that a completed job adds to the library: its outputs and its inline inputs. Saved files used as
 * inputs are already in the library. The bytes stay with the job's artifacts.
 *
 * @throws PermanentFailure for a manifest with an id or format that is too long for an index.
 */
export function recordedFiles(job: Job, manifest: ResultManifest, now: Date): File[] {
  for (const { id, format } of [...manifest.inputs, ...manifest.files]) assertBounded(id, format);
  const common = {
    workspaceId: job.workspaceId,
    projectId: job.projectId,
    projectSeq: job.projectSeq,
    createdBy: job.createdBy,
    storageOwner: 'JOB_ARTIFACT' as const,
    units: {},
    inspected: false,
    tags: [],
    collections: [],
  };
  const part = (item: string) => ({ id: job.id, name: job.name, tool: job.tool, item });
  const inputs = manifest.inputs.map(({ id, format, source, file_name, size, sha256, key }): File => {
    return {
      ...common,
      ...namesOf(file_name ?? `${id}.${fileExtension(format)}`),
      ...kindOf(format, formatNamed(format)?.contentType ?? 'text/plain'),
      id: newId('file', now),
      size,
      sha256,
      key,
      origin: source === 'external' ? 'IMPORT' : 'JOB_INPUT',
      job: part(`input:${id}`),
    };
  });
  const outputs = manifest.files.map(({ id, name, format, content_type, size, sha256, key }): File => {
    return {
      ...common,
      ...namesOf(name),
      ...kindOf(format, content_type),
      id: newId('file', now),
      size,
      sha256,
      key,
      origin: 'JOB_OUTPUT',
      job: part(id),
    };
  });
  return [...inputs, ...outputs];
}

/** Longest id of an item and longest name of a format, in characters; both are indexed. */
const MAX_ID = 200;

function assertBounded(...texts: string[]): void {
  if (texts.some((text) => text.length > MAX_ID)) {
    throw new PermanentFailure(`the manifest has an id or format of more than ${MAX_ID} characters`);
  }
}

function namesOf(name: string): Pick<File, 'originalName' | 'filename'> {
  const original = originalName(name);
  return { originalName: original, filename: safeName(original) };
}

/** Derives the properties of a file that was not inspected from its format and content type. */
function kindOf(format: string, mimeType: string): Pick<File, 'format' | 'mimeType' | 'textual' | 'previewKind'> {
  const textual = /^(text|chemical)\/|^application\/jsonl?$/.test(mimeType);
  if (formatNamed(format)?.preview === 'structure') return { format, mimeType, textual, previewKind: 'structure' };
  const previewKind = textual ? 'text' : mimeType.startsWith('image/') ? 'image' : 'binary';
  return { format, mimeType, textual, previewKind };
}
