import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { BillingClient, HoldToPlace, PlaceAnswer, PlacedHold } from '@rotamer/proto/billing/v1/billing.ts';
import type { Submission } from './submission.ts';
import { readSubmissions, type StoredSubmission } from './submissionStore.ts';

/**
 * Pause between two calls that claim holds, in which further claims are collected for one call and one commit. No
 * caller waits for a claim, and the sweep only looks at holds older than its `OVER_SECONDS`.
 */
const CLAIM_EVERY_MS = 250;

const AT_ONCE = 64;
const CLAIMED_AT_ONCE = 1_000;

type Sent = Pick<Submission, 'id' | 'workspaceId'>;

/** Batches the work of concurrent submissions of any workspaces: one statement or one call for many. */
export interface SubmissionBatches {
  /** Returns an earlier submission with this id. */
  find(submission: Sent, signal: AbortSignal): Promise<StoredSubmission | undefined>;
  placeHold(hold: HoldToPlace, signal: AbortSignal): Promise<PlacedHold>;
  /** Notifies billing that a job owns the hold. */
  claimHold(holdId: string): Promise<void>;
}

export interface BatchDeps {
  db: Queryable;
  billing: Pick<BillingClient<CallScope>, 'placeHolds' | 'claimHolds'>;
}

export function createSubmissionBatches({ db, billing }: BatchDeps): SubmissionBatches {
  const find = createBatcher<Sent, StoredSubmission | undefined>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    fairKey: ({ workspaceId }) => workspaceId,
    run: (submissions) =>
      readSubmissions(
        db,
        submissions.map(({ id }) => id),
      ),
  });
  const place = createBatcher<HoldToPlace, PlacedHold>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    fairKey: ({ workspaceId }) => workspaceId,
    run: async (holds, signal) => (await billing.placeHolds({ holds }, { signal })).answers.map(placedHold),
  });
  const claim = createBatcher<string, void>({
    maxInFlight: 1,
    maxItems: CLAIMED_AT_ONCE,
    run: async (holdIds) => {
      await billing.claimHolds({ holdIds });
      await sleep(CLAIM_EVERY_MS);
      return holdIds.map(() => undefined);
    },
  });
  return {
    find: (submission, signal) => find(submission, { signal }),
    placeHold: (hold, signal) => place(hold, { signal }),
    claimHold: (holdId) => claim(holdId),
  };
}

function placedHold({ answer }: PlaceAnswer): PlacedHold | Error {
  if (answer?.$case === 'hold') return answer.value;
  return answer ? itemFault(answer.value) : unknownAnswer();
}
