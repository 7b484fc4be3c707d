import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Metadata, ServerError } from 'nice-grpc-common';
import { errorTable } from '../errors/errorTable.ts';
import { Fault } from '../errors/fault.ts';

/** A fault crosses gRPC whole: its public half as JSON in this trailer, its cause stays where it was logged. */
const TRAILER = 'rotamer-fault-bin';

/**
 * Node ends a whole HTTP/2 connection, with all its calls, when the headers of one exceed 64 KiB; a trailer travels as
 * base64, the message percent-encoded beside it.
 */
const MAX_TRAILER_BYTES = 24 * 1024;
const MAX_TEXT_CHARACTERS = 2_000;

/** More are never written out, not even to see whether they fit. */
const MAX_PROBLEMS = 5_000;

type PublicHalf = Pick<Fault, 'code' | 'message' | 'resolution' | 'details' | 'retryAfterSeconds'>;

/** Turns a fault into a gRPC status for callers of any language, and writes the whole of it into the trailer. */
export function faultToStatus(fault: Fault, trailer: Metadata): ServerError {
  trailer.set(TRAILER, encodeFault(fault));
  return new ServerError(errorTable[fault.code].grpc, shortened(fault.message));
}

/** The public half of a fault, for the trailer of one call or for one answer of a call that has many. */
export function encodeFault({ code, message, resolution, details, retryAfterSeconds }: Fault): Buffer {
  return encode({
    code,
    message: shortened(message),
    resolution: shortened(resolution),
    details: firstProblems(details, MAX_PROBLEMS),
    retryAfterSeconds,
  });
}

const shortened = (text: string) => text.slice(0, MAX_TEXT_CHARACTERS);

/** Deflated JSON. Of more problems than fit the first; of other details that do not fit none. */
function encode(fault: PublicHalf): Buffer {
  const bytes = deflateRawSync(JSON.stringify(fault));
  if (bytes.length <= MAX_TRAILER_BYTES) return bytes;
  const half = Math.floor(problemsIn(fault.details).length / 2);
  return encode({ ...fault, details: half > 0 ? firstProblems(fault.details, half) : undefined });
}

function firstProblems(details: Fault['details'], count: number): Fault['details'] {
  const problems = problemsIn(details);
  return problems.length > count ? { ...details, errors: problems.slice(0, count) } : details;
}

const problemsIn = (details: Fault['details']) => (Array.isArray(details?.errors) ? (details.errors as unknown[]) : []);

/** The fault in a trailer, if the other side wrote one. */
export function faultFromTrailer(trailer: Metadata | undefined): Fault | undefined {
  const bytes = trailer?.get(TRAILER);
  return bytes && decodeFault(bytes);
}

/** Undefined for a code that this process does not know. */
export function decodeFault(bytes: Uint8Array): Fault | undefined {
  const { code, message, ...rest } = JSON.parse(inflateRawSync(bytes).toString()) as PublicHalf;
  // A newer neighbour may know more codes; then the gRPC status must do.
  return Object.hasOwn(errorTable, code) ? new Fault(code, message, rest) : undefined;
}
