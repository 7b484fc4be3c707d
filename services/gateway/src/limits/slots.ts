import { Fault } from '@rotamer/kit/errors/fault.ts';

/** How many of something that lasts there may be at a time. */
export interface Cap {
  perKey: number;
  /** In the whole process. */
  inAll: number;
}

/** What lasts is counted while it does. */
export interface Slots {
  /**
   * Takes a slot of the key's and of the process's, until the returned function is called.
   *
   * @throws rate_limited when the key has all its slots taken, service_unavailable when the process has.
   */
  take(keyId: string): () => void;
}

/** How long whoever finds no slot is asked to wait, in seconds: what lasts ends at times that nobody knows. */
const RETRY_SECONDS = 5;

/** `what`: the name of what is counted, in the plural. */
export function createSlots(what: string, { perKey, inAll }: Cap): Slots {
  const taken = new Map<string, number>();
  let all = 0;

  function add(keyId: string, change: 1 | -1): void {
    const ofKey = (taken.get(keyId) ?? 0) + change;
    if (ofKey === 0) taken.delete(keyId);
    else taken.set(keyId, ofKey);
    all += change;
  }

  return {
    take(keyId) {
      if ((taken.get(keyId) ?? 0) >= perKey) {
        throw new Fault('rate_limited', `This API key has ${perKey} ${what}, as many as it may have at a time.`, {
          resolution: 'Wait until one of them has ended.',
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      if (all >= inAll) {
        throw new Fault('service_unavailable', `The service has no room for more ${what}.`, {
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      add(keyId, 1);
      let isTaken = true;
      return () => {
        if (isTaken) add(keyId, -1);
        isTaken = false;
      };
    },
  };
}
