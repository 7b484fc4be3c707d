import { MAX_CONTENT_BYTES } from '@rotamer/domain/limits.ts';
import { isBlobKey } from '@rotamer/kit/blobs/blobs.ts';
import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { type FilesClient, ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import type { ArtifactSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';

/** The calls of jobs to the files service. */
export type Files = Pick<FilesClient<CallScope>, 'resolveInputs'>;

/**
 * Returns the saved files and artifacts that a request names, by the position of their input. An input with inline
 * content uses the content and ignores its source.
 *
 * @throws not_found for a file or artifact that the workspace does not have, validation_error for one that is not text,
 * payload_too_large for more than MAX_CONTENT_BYTES in all.
 */
export async function resolveSavedFiles(
  files: Files,
  submitted: SubmittedInput[],
  scope: CallScope,
): Promise<ReadonlyMap<number, ResolvedFile>> {
  const named = new Map(submitted.flatMap((input, i) => (namesFile(input) ? [[i, fileIdOf(input)] as const] : [])));
  const fileIds = [...new Set(named.values())];
  const known = fileIds.length > 0 ? (await files.resolveInputs({ fileIds }, scope)).files : [];
  const saved = new Map<number, ResolvedFile>();
  for (const [i, fileId] of named) {
    const file = known.find((one) => one.fileId === fileId);
    if (!file) throw noSuchFile(i);
    saved.set(i, file);
  }
  for (const [i, { content, source }] of submitted.entries())
    if (content === undefined && source?.source?.$case === 'artifact')
      saved.set(i, ownArtifact(source.source.value, i, scope.caller?.workspaceId ?? ''));
  refuseBinary(saved);
  refuseTooMuch(submitted, saved);
  return saved;
}

function namesFile({ content, source }: SubmittedInput): boolean {
  return content === undefined && source?.source?.$case === 'file';
}

function fileIdOf({ source }: SubmittedInput): string {
  return source?.source?.$case === 'file' ? source.source.value.fileId : '';
}

/** Converts an artifact to the form of a saved file. Artifacts of other workspaces' jobs are not found. */
function ownArtifact({ key, sha256, size, ...units }: ArtifactSource, i: number, workspaceId: string): ResolvedFile {
  if (workspaceId === '' || !key.startsWith(`artifacts/${workspaceId}/`) || !isBlobKey(key))
    throw new Fault('not_found', `input.inputs[${i}].source: no such artifact in this workspace.`);
  return ResolvedFile.fromPartial({ key, sha256, size, units, textual: true });
}

const pathOf = (i: number) => `input.inputs[${i}].source.file_id`;

function noSuchFile(i: number): Fault {
  return new Fault('not_found', `${pathOf(i)}: no such file in this workspace.`, {
    resolution: 'Send the content inline, or the id of a file saved in this workspace.',
  });
}

function refuseBinary(saved: ReadonlyMap<number, ResolvedFile>): void {
  const problems = [...saved].flatMap(([i, { textual, format }]): Problem[] =>
    textual ? [] : [{ path: pathOf(i), message: `is a ${format} file; an input must be text` }],
  );
  if (problems.length > 0) throw validationFault(problems);
}

function refuseTooMuch(submitted: SubmittedInput[], saved: ReadonlyMap<number, ResolvedFile>): void {
  const sizes = submitted.map(({ content }, i) => saved.get(i)?.size ?? Buffer.byteLength(content ?? ''));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= MAX_CONTENT_BYTES) return;
  throw new Fault(
    'payload_too_large',
    `input.inputs: has ${bytes} bytes including saved files; the limit is ${MAX_CONTENT_BYTES / 1024 ** 2} MiB.`,
    {
      resolution: 'Use fewer or smaller files.',
      details: { bytes, max_bytes: MAX_CONTENT_BYTES },
    },
  );
}
