import type { ItemError } from '@rotamer/proto/batch/v1/batch.ts';
import { type Fault, toFault } from '../errors/fault.ts';
import { decodeFault, encodeFault } from '../grpc/faultTrailer.ts';

/** What the caller of a batch gets for an item that failed, whatever was thrown. */
export function toItemError(error: unknown): ItemError {
  return { fault: encodeFault(toFault(error)) };
}

/** The fault of one item of a batch response. */
export function itemFault({ fault }: ItemError): Fault {
  return decodeFault(fault) ?? toFault(new Error('unknown error code in a batch response'));
}

/** For a response that is empty or from a newer service. */
export function unknownAnswer(): Fault {
  return toFault(new Error('unknown result in a batch response'));
}
