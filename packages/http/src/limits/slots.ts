import { Fault } from '@rotamer/kit/errors/fault.ts';

/** How many long-lived operations may be open at the same time. */
export interface Cap {
  perKey: number;
  /** In the whole process. */
  inAll: number;
}

/** The key of a request, and the workspace that it belongs to. */
export interface Holder {
  keyId: string;
  workspaceId: string;
}

/**
 * Limits concurrent long-lived operations per key, per workspace and in the process. A workspace may take another slot while it
 * holds fewer slots than are free. So a single workspace gets at most half, two get a third each, and one slot is left for the
 * next workspace.
 */
export interface Slots {
  /**
   * Takes a slot; the returned function releases it.
   *
   * @throws rate_limited when the key or its workspace holds its share, service_unavailable when the process has no free slot.
   */
  take(holder: Holder): () => void;
}

/** Retry-After when no slot is free, in seconds. A guess, because operations end at any time. */
const RETRY_SECONDS = 5;

/** `what`: the plural name of what is counted, for messages. */
export function createSlots(what: string, { perKey, inAll }: Cap): Slots {
  const ofKeys = createCounts();
  const ofWorkspaces = createCounts();
  let free = inAll;

  function refuseAbove(held: number, limit: number, message: string): void {
    if (held < limit) return;
    throw new Fault('rate_limited', message, {
      resolution: 'Wait until one of them ends, or end one.',
      retryAfterSeconds: RETRY_SECONDS,
    });
  }

  function add({ keyId, workspaceId }: Holder, change: 1 | -1): void {
    ofKeys.add(keyId, change);
    ofWorkspaces.add(workspaceId, change);
    free -= change;
  }

  return {
    take(holder) {
      refuseAbove(ofKeys.of(holder.keyId), perKey, `This API key has reached its limit of ${perKey} ${what}.`);
      if (free <= 0) {
        throw new Fault('service_unavailable', `The service cannot take more ${what} right now.`, {
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      const held = ofWorkspaces.of(holder.workspaceId);
      refuseAbove(held, free, `This workspace has ${held} ${what}; the service keeps room for other workspaces.`);
      add(holder, 1);
      let isTaken = true;
      return () => {
        if (isTaken) add(holder, -1);
        isTaken = false;
      };
    },
  };
}

/** Counts by name; a count of 0 takes no memory. */
export function createCounts() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, change: 1 | -1): void {
      const count = of(name) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
