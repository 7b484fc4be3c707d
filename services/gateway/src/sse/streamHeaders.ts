/** The headers of every event stream. */
export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'private, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Why a stream ends early. A session also ends here when its user leaves the workspace. */
export const goneMessages = {
  key: 'The API key is no longer valid.',
  session: 'The session has ended, or its user has left the workspace.',
};
