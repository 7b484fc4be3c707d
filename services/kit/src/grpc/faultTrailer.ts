import { type Metadata, ServerError } from 'nice-grpc-common';
import { type ErrorCode, errorTable } from '../errorTable.ts';
import { Fault } from '../fault.ts';

/** A fault crosses gRPC whole: its public half as JSON in this trailer, its cause stays where it was logged. */
const TRAILER = 'rotamer-fault-bin';

/** Turns a fault into a gRPC status for callers of any language, and writes the whole of it into the trailer. */
export function faultToStatus(fault: Fault, trailer: Metadata): ServerError {
  const { code, message, resolution, details, retryAfterSeconds } = fault;
  trailer.set(TRAILER, Buffer.from(JSON.stringify({ code, message, resolution, details, retryAfterSeconds })));
  return new ServerError(errorTable[code].grpc, message);
}

/** The fault in a trailer, if the other side wrote one. */
export function faultFromTrailer(trailer: Metadata | undefined): Fault | undefined {
  const bytes = trailer?.get(TRAILER);
  if (!bytes) return undefined;
  const { code, message, ...rest } = JSON.parse(Buffer.from(bytes).toString()) as {
    code: ErrorCode;
    message: string;
    resolution: string;
    details?: Record<string, unknown>;
    retryAfterSeconds?: number;
  };
  return new Fault(code, message, rest);
}
