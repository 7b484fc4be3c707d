import type { ItemError } from '@rotamer/proto/batch/v1/batch.ts';
import { type Fault, toFault } from '../errors/fault.ts';
import { decodeFault, encodeFault } from '../grpc/faultTrailer.ts';

/** What a caller is told of one item of a batch that failed, whatever was thrown. */
export function toItemError(error: unknown): ItemError {
  return { fault: encodeFault(toFault(error)) };
}

/** What the other side said of one item. */
export function itemFault({ fault }: ItemError): Fault {
  return decodeFault(fault) ?? toFault(new Error('a refusal that this process does not know'));
}

/** For an answer of a newer neighbour, or none. */
export function unknownAnswer(): Fault {
  return toFault(new Error('an answer that this process does not know'));
}
