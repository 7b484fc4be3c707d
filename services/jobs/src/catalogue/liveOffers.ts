import type { Db } from '@rotamer/kit/db/db.ts';
import { forAllCalls } from '@rotamer/kit/process/callSignal.ts';
import { type LiveOffers, liveOffers } from '../leases/runnerStore.ts';
import type { CatalogueTool } from './toolStore.ts';

const FRESH_MS = 1_000;

export interface Availability {
  /**
   * Returns whether a live runner offers the tool, and holds the release if one is given; the information is at most a
   * second old.
   */
  isOffered(tool: CatalogueTool, dataset?: string): Promise<boolean>;
}

/** Caches the offered tools for a second, so that not every quote and submission reads the runners table. */
export function watchOffers(db: Db, monotonicMs: () => number = () => performance.now()): Availability {
  let known: Promise<LiveOffers> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async isOffered({ contract, major }, dataset) {
      if (!known || monotonicMs() - readAt > FRESH_MS) {
        readAt = monotonicMs();
        known = forAllCalls(() => liveOffers(db));
        known.catch(() => {
          known = undefined;
        });
      }
      return (await known).has({ tool: contract.id, major, dataset });
    },
  };
}
