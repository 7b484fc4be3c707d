import { Time } from '../site/Time.tsx';
import { personName } from '../words/personName.ts';
import type { StepDecision } from './nodeWords.ts';

/** Who chose among the candidates of a step, when, and how many were approved. */
export function Decided({ decision }: { decision: StepDecision }) {
  const { approved, rejected, decided_by: person, decided_at: at, candidate_set_digest: digest, note } = decision;
  return (
    <div class="decided">
      <p>
        {`${approved} of ${approved + rejected} approved by ${personName(person)}, `}
        <Time at={at} />
      </p>
      {note && <blockquote>{note}</blockquote>}
      <p class="quiet">
        The decision counts for the list with the digest <code title={digest}>{`${digest.slice(0, 16)}…`}</code>
      </p>
    </div>
  );
}
