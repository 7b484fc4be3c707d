import { Fault } from '@rotamer/kit/errors/fault.ts';

/** The thread of an inspection has ended before its verdict. The cause may be another file of the thread. */
export class Lost extends Fault {
  constructor() {
    super('service_unavailable', 'The file could not be inspected.', { retryAfterSeconds: 1 });
  }
}
