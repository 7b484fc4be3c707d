/** Aborted when the bench is interrupted. Code that has started something then stops it before it returns. */
export const stopping = new AbortController();
