import type { ItemError } from '@rotamer/proto/batch/v1/batch.ts';
import { type Fault, toFault } from '../errors/fault.ts';
import { decodeFault, encodeFault } from '../grpc/faultTrailer.ts';

/** Returns what the caller of a batch gets for an item that failed with this error. */
export function toItemError(error: unknown): ItemError {
  return { fault: encodeFault(toFault(error)) };
}

/** Returns the fault of one item of a batch response. */
export function itemFault({ fault }: ItemError): Fault {
  return decodeFault(fault) ?? toFault(new Error('unknown error code in a batch response'));
}

/** Returns the fault for a result that is empty or that a newer service added. */
export function unknownAnswer(): Fault {
  return toFault(new Error('unknown result in a batch response'));
}
