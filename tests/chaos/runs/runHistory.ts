/** Things that a client does with a run. They decide how the run ends. */
export const STORIES = ['left alone', 'reviewed', 'damaged', 'capped', 'cancelled', 'retried'] as const;

export type Story = (typeof STORIES)[number];

/** What a client of a chaos run did with one run, and the responses that it got. */
export interface RunRecord {
  /** Idempotency key of the run. It is also the run's name, by which the databases are searched. */
  key: string;
  workspaceId: string;
  story: Story;
  /** Run ids from all responses to the start of the run. */
  ids: string[];
  /** The approved ids from all responses that accepted a selection. */
  selections: string[][];
  /** Charge in the response to the cancellation, if every job was settled by then. Millicredits. */
  chargedAtCancel?: number;
  /** Descriptions of unexpected responses: neither a success nor a refusal because the change had already happened. */
  surprises: string[];
  /** Charge of the run at the end of the test, as returned by the API. Millicredits. */
  charged?: number;
}
