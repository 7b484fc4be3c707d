/** What is done with a run, and hence how it ends. */
export const STORIES = ['left alone', 'reviewed', 'damaged', 'capped', 'cancelled', 'retried'] as const;

export type Story = (typeof STORIES)[number];

/** What a client of a chaos run did with one run, and what it was told. */
export interface RunRecord {
  /** Its idempotency key and name, so that the databases can be searched. */
  key: string;
  workspaceId: string;
  story: Story;
  /** Run ids in all answers to its start. */
  ids: string[];
  /** The approved ids in all answers that took a selection. */
  selections: string[][];
  /** Answer to its cancellation in which every job was settled, millicredits. */
  chargedAtCancel?: number;
  /** Answers that are neither success nor the refusal of what had happened already. */
  surprises: string[];
  /** Its amount at the very end, as the API says, millicredits. */
  charged?: number;
}
