import { Fault } from '@rotamer/kit/errors/fault.ts';

/** How many long-lived operations may be open at a time. */
export interface Cap {
  perKey: number;
  /** In the whole process. */
  inAll: number;
}

/** Limits concurrent long-lived operations, per key and in the process. */
export interface Slots {
  /**
   * Takes one of the key's slots and one of the process's; the returned function releases both.
   *
   * @throws rate_limited when the key has no free slot, service_unavailable when the process has none.
   */
  take(keyId: string): () => void;
}

/** Retry-After when no slot is free, in seconds: nobody knows when one will be. */
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
        throw new Fault('rate_limited', `This API key has reached its limit of ${perKey} ${what}.`, {
          resolution: 'Wait until one of them ends, or end one.',
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      if (all >= inAll) {
        throw new Fault('service_unavailable', `The service cannot take more ${what} right now.`, {
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
