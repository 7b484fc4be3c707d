import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { BillingClient, HoldToPlace, PlaceAnswer, PlacedHold } from '@rotamer/proto/billing/v1/billing.ts';
import { readSubmissions, type Submission } from './submissionStore.ts';

/**
 * The pause between two claim calls: nobody waits for them, the sweep looks only at holds older than its `OVER_SECONDS`, and
 * what gathers meanwhile is one call and one commit.
 */
const CLAIM_EVERY_MS = 250;

const AT_ONCE = 64;
const CLAIMED_AT_ONCE = 1_000;

/** A submission id and the workspace that sent it. */
export interface SentSubmission {
  id: string;
  workspaceId: string;
}

/** Work of concurrent submissions, of any workspaces, done in batches: one statement or one call for many. */
export interface SubmissionBatches {
  /** An earlier submission with this id. */
  find(submission: SentSubmission, signal: AbortSignal): Promise<Submission | undefined>;
  placeHold(hold: HoldToPlace, signal: AbortSignal): Promise<PlacedHold>;
  /** Tells billing that a job owns the hold. */
  claimHold(holdId: string): Promise<void>;
}

export function createSubmissionBatches({
  db,
  billing,
}: {
  db: Db;
  billing: Pick<BillingClient<ScopedCall>, 'placeHolds' | 'claimHolds'>;
}): SubmissionBatches {
  const find = createBatcher<SentSubmission, Submission | undefined>({
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
