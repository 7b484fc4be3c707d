/** The headers of every event stream. */
export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'private, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The messages of a stream that ends early, because its key or session may read it no longer. */
export const goneMessages = {
  key: 'The API key is no longer valid.',
  session: 'The session has ended, or its user has left the workspace.',
};
