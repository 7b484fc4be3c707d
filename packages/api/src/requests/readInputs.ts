import { toMillicredits } from '@rotamer/domain/credits.ts';
import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import { Fault, type Problem } from '@rotamer/kit/errors/fault.ts';
import { ContentEncoding, InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { SubmittedInputBody } from '../schemas/jobInput.ts';
import type { TwoNames } from '../validation/aliases.ts';

/** Maximum bytes of an input's metadata after re-encoding, in which `1e20` becomes 21 digits. */
const MAX_METADATA = 16 * 1024;

/** Maximum bytes of an encoded request. Seven of them fit into one gRPC message of 4 MiB. */
const MAX_ENCODED = 576 * 1024;

/** Returns problems of inputs whose metadata grew too large by re-encoding. `path`: the path of the inputs in the body. */
export function grownMetadata(inputs: SubmittedInput[], path: string): Problem[] {
  return inputs.flatMap(({ metadataJson = '' }, i) =>
    tooManyBytes(`${path}[${i}].metadata`, metadataJson, MAX_METADATA),
  );
}

/** Returns a problem when a re-encoded JSON text exceeds `max` bytes. */
export function tooManyBytes(path: string, json: string, max: number): Problem[] {
  const bytes = Buffer.byteLength(json);
  return bytes <= max ? [] : [{ path, message: `is ${bytes} bytes of JSON; the limit is ${max}` }];
}

/** Refuses a request that grew too large by re-encoding. `bytes`: the size of its encoding for the services. */
export function refuseGrown(bytes: number): void {
  if (bytes <= MAX_ENCODED) return;
  throw new Fault(
    'payload_too_large',
    `The body takes ${bytes} bytes with its numbers written out; the limit is ${MAX_ENCODED}.`,
    {
      details: { bytes, max_bytes: MAX_ENCODED },
    },
  );
}

/** Returns the client's cap, given in credits. A cap above the largest possible balance is reduced to that balance. */
export function capMillicredits(credits: number | undefined): number | undefined {
  return credits === undefined ? undefined : Math.min(toMillicredits(credits), MAX_MILLICREDITS);
}

/** Returns the aliases in inputs. `path`: the path of the inputs in the body. */
export function twoNamesOfFiles(inputs: SubmittedInputBody[], path: string): TwoNames[] {
  return inputs.flatMap(({ source }, i) => {
    if (source.type !== 'file') return [];
    return { path: `${path}[${i}].source`, alias: 'fileId', name: 'file_id', values: [source.file_id, source.fileId] };
  });
}

const encodings = { utf8: ContentEncoding.UTF8, base64: ContentEncoding.BASE64 };

/** Returns an input as the services accept it, with aliases resolved. */
export function readInput(input: SubmittedInputBody): SubmittedInput {
  const { source, contentEncoding, metadata, ...same } = input;
  return SubmittedInput.fromPartial({
    ...same,
    source: readSource(source),
    contentEncoding: contentEncoding && encodings[contentEncoding],
    metadataJson: metadata && JSON.stringify(metadata),
  });
}

function readSource(source: SubmittedInputBody['source']): InputSource {
  switch (source.type) {
    case 'text':
      return InputSource.fromPartial({ source: { $case: 'text', value: {} } });
    case 'file': {
      const { fileName, fileNames, fileMimeType, file_id, fileId } = source;
      const value = { fileName, fileNames, fileMimeType, fileId: file_id ?? fileId };
      return InputSource.fromPartial({ source: { $case: 'file', value } });
    }
    case 'external': {
      const value = { database: source.externalSource, id: source.externalId };
      return InputSource.fromPartial({ source: { $case: 'external', value } });
    }
  }
}
