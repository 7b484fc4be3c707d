/** Limits that several services share, each defined once. */

/** The largest amount of credits, in millicredits: 9·10^12 credits, so that every sum stays exact in a double (below 2^53). */
export const MAX_MILLICREDITS = 9_000_000_000_000_000;

/** Bytes of the largest file, uploaded or written by a tool. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Bytes of all content of one submission, inline and in saved files. */
export const MAX_CONTENT_BYTES = 50 * 1024 * 1024;
