import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { callSignal } from '@rotamer/kit/batching/callSignal.ts';
import type { HoldToPlace, PlacedHold } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { readSubmissions, type Submission } from './submissionStore.ts';

/** Holds that are asked for in this time, or while billing answers, travel in one call and commit together. */
const PLACE_WAIT_MS = 2;

/** Holds that became owned in this time are told to billing in one call; it asks about those older than a minute only. */
const CLAIM_WAIT_MS = 50;

const AT_ONCE = 64;
const CLAIMED_AT_ONCE = 200;

/** What submissions that arrive together do together, whatever their workspaces: one statement or one call for many. */
export interface Together {
  /** An earlier submission with this id. */
  find(submissionId: string): Promise<Submission | undefined>;
  placeHold(hold: HoldToPlace): Promise<PlacedHold>;
  /** Tells billing that a job owns the hold. */
  claimHold(holdId: string): Promise<void>;
}

export function createTogether({ db, billing }: Pick<Deps, 'db' | 'billing'>): Together {
  const find = createBatcher<string, Submission | undefined>({
    maxWaitMs: 0,
    maxSize: AT_ONCE,
    run: (_, ids) => readSubmissions(db, ids),
  });
  const place = createBatcher<HoldToPlace, PlacedHold>({
    maxWaitMs: PLACE_WAIT_MS,
    maxSize: AT_ONCE,
    run: async (_, holds) => (await billing.placeHolds({ holds }, { signal: callSignal() })).holds,
  });
  const claim = createBatcher<string, void>({
    maxWaitMs: CLAIM_WAIT_MS,
    maxSize: CLAIMED_AT_ONCE,
    run: async (_, holdIds) => {
      await billing.claimHold({ holdIds });
      return holdIds.map(() => undefined);
    },
  });
  return {
    find: (submissionId) => find('all', submissionId),
    placeHold: (hold) => place('all', hold),
    claimHold: (holdId) => claim('all', holdId),
  };
}
