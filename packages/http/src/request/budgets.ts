/** Time budget of a whole request, in milliseconds. */
export const BUDGET_MS = 5_000;

/** Time budget of a submission, in milliseconds: two durable commits may take longer than a read. */
export const SUBMIT_BUDGET_MS = 10_000;
