/** Aborted when the bench is told to end: whoever has started something stops it on the way out. */
export const stopping = new AbortController();
