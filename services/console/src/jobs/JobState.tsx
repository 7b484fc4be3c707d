import { stateInWords } from '../words/jobStates.ts';

/** The state of a job: a coloured dot and its word. */
export function JobState({ status }: { status: string }) {
  return (
    <span class="status" data-status={status}>
      {stateInWords(status)}
    </span>
  );
}
