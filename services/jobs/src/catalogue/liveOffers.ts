import type { Db } from '@rotamer/kit/db/db.ts';
import { forAllCalls } from '@rotamer/kit/process/callSignal.ts';
import { liveOffers, offerKey } from '../leases/runnerStore.ts';
import type { CatalogueTool } from './toolStore.ts';

const FRESH_MS = 1_000;

export interface Availability {
  /** Returns whether a live runner offers the tool; the information is at most a second old. */
  isOffered(tool: CatalogueTool): Promise<boolean>;
}

/** Caches the offered tools for a second, so that not every quote and submission reads the runners table. */
export function watchOffers(db: Db, monotonicMs: () => number = () => performance.now()): Availability {
  let known: Promise<Set<string>> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async isOffered({ contract, major }) {
      if (!known || monotonicMs() - readAt > FRESH_MS) {
        readAt = monotonicMs();
        known = forAllCalls(() => liveOffers(db));
        known.catch(() => {
          known = undefined;
        });
      }
      return (await known).has(offerKey({ tool: contract.id, major }));
    },
  };
}
