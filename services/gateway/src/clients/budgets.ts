/** Time budget of a request as a whole. */
export const BUDGET_MS = 5_000;

/** The same for a submission: two durable commits may take longer than a read. */
export const SUBMIT_BUDGET_MS = 10_000;
