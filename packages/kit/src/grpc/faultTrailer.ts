import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Metadata, ServerError } from 'nice-grpc-common';
import { errorTable } from '../errors/errorTable.ts';
import { Fault } from '../errors/fault.ts';

/** The trailer with the public fields of a fault as JSON. The cause stays in the server's log. */
const TRAILER = 'rotamer-fault-bin';

/**
 * Node closes a whole HTTP/2 connection, with all its calls, when the headers of one call exceed 64 KiB. A trailer is sent
 * as base64, next to the percent-encoded message.
 */
const MAX_TRAILER_BYTES = 24 * 1024;
const MAX_TEXT_CHARACTERS = 2_000;

type PublicFault = Pick<Fault, 'code' | 'message' | 'resolution' | 'details' | 'retryAfterSeconds'>;

/** Turns a fault into a gRPC status for callers in any language, and writes all public fields into the trailer. */
export function faultToStatus(fault: Fault, trailer: Metadata): ServerError {
  trailer.set(TRAILER, encodeFault(fault));
  return new ServerError(errorTable[fault.code].grpc, shortened(fault.message));
}

/** Encodes the public fields of a fault, for the trailer of a call or for one result of a batch call. */
export function encodeFault({ code, message, resolution, details, retryAfterSeconds }: Fault): Buffer {
  return encode({
    code,
    message: shortened(message),
    resolution: shortened(resolution),
    details,
    retryAfterSeconds,
  });
}

const shortened = (text: string) => text.slice(0, MAX_TEXT_CHARACTERS);

/**
 * Encodes a fault as deflated JSON. Problems that do not fit are replaced by their count; other details that do not fit are
 * dropped.
 */
function encode(fault: PublicFault): Buffer {
  const bytes = deflateRawSync(JSON.stringify(fault));
  if (bytes.length <= MAX_TRAILER_BYTES) return bytes;
  const { errors, more = 0 } = (fault.details ?? {}) as { errors?: unknown; more?: number };
  if (!Array.isArray(errors) || errors.length < 2) return encode({ ...fault, details: undefined });
  const half = Math.floor(errors.length / 2);
  const details = { ...fault.details, errors: errors.slice(0, half), more: more + errors.length - half };
  return encode({ ...fault, details });
}

/** Returns the fault in a trailer, if the server wrote one. */
export function faultFromTrailer(trailer: Metadata | undefined): Fault | undefined {
  const bytes = trailer?.get(TRAILER);
  return bytes && decodeFault(bytes);
}

/** Decodes a fault. Returns undefined for a code that this process does not know. */
export function decodeFault(bytes: Uint8Array): Fault | undefined {
  const { code, message, ...rest } = JSON.parse(inflateRawSync(bytes).toString()) as PublicFault;
  // A newer service may know more codes; then the gRPC status is used.
  return Object.hasOwn(errorTable, code) ? new Fault(code, message, rest) : undefined;
}
