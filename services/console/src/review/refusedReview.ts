import { isRunEnded } from '@rotamer/client';
import { personName } from '../words/personName.ts';
import { lastDecided, type Review } from './readReview.ts';

/** What the page of the reviewer showed. */
export interface Seen {
  /** The digest of the candidates. */
  digest: string;
  node: string;
  attempt: string;
}

/** Why a selection was refused. */
export interface Refused {
  status: number;
  reason: string;
  message: string;
}

const notices: Record<string, string> = {
  empty: 'Nothing was recorded: tick at least one candidate.',
  unknown_candidate: 'Nothing was recorded: one of the ticked candidates is not in this list. Choose again below.',
};

/** Says why a selection was not recorded, and who was faster or changed the candidates. */
export function noticeOf({ reason, message }: Refused, seen: Seen, { run, curation }: Review): string {
  if (Object.hasOwn(notices, reason)) return notices[reason]!;
  const below = curation && !curation.decision ? ' Review the list below, which is current, and choose again.' : '';
  const attempt = run.attempts.at(-1);
  if (seen.attempt && attempt && attempt.id !== seen.attempt) {
    const who = attempt.started_by ? personName(attempt.started_by) : 'Somebody';
    const began = `${who} began attempt ${attempt.number} since you opened the page`;
    return below
      ? `Nothing was recorded: ${began}, and its candidates are others.${below}`
      : `Nothing was recorded: ${began}. Reload it to see the candidates once the attempt has some.`;
  }
  const decision = decisionOn(seen, { run, curation });
  if (decision) return `Your selection was not recorded: ${personName(decision.decided_by)} decided before you.`;
  if (reason === 'stale_digest')
    return `Your page was out of date: the candidates have changed since you opened it. Nothing was recorded.${below}`;
  return `Nothing was recorded. ${isRunEnded(run.status) ? 'The run has ended.' : message}`;
}

/** The decision on the list that the reviewer saw; for a page that does not say which, the last one of the run. */
function decisionOn({ digest, node }: Seen, { run, curation }: Review) {
  const bound = run.nodes.find(({ decision }) => decision?.candidate_set_digest === digest)?.decision;
  const at = run.nodes.find(({ id }) => id === (node || curation?.node_id))?.decision;
  return at ?? bound ?? (curation ? undefined : lastDecided(run)?.decision);
}
