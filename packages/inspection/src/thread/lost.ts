import { Fault } from '@rotamer/kit/errors/fault.ts';

/** Thrown when the thread of an inspection ended before the result. The cause may be another file of the same thread. */
export class Lost extends Fault {
  constructor() {
    super('service_unavailable', 'The file could not be inspected.', { retryAfterSeconds: 1 });
  }
}
