import { type TSchema, Type } from 'typebox';

/** The headers of every response. */
export const commonHeaders = {
  'X-Request-Id': { type: 'string', description: "The request's own X-Request-Id, or a generated one" },
  'X-RateLimit-Limit': {
    type: 'integer',
    description: 'Requests allowed per 60-second window, per API key, or per IP address when there is no valid key',
  },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests remaining in the current window' },
  'X-RateLimit-Reset': { type: 'string', format: 'date-time', description: 'When the current window ends' },
  'RateLimit-Policy': {
    type: 'string',
    description:
      'The same limit as `"requests";q=120;w=60`: the number of requests and the length of the window in seconds',
  },
  RateLimit: {
    type: 'string',
    description:
      'The requests left in the current window, and the seconds until the next one, as `"requests";r=119;t=60`',
  },
};

export const retryAfter = { type: 'integer', description: 'Seconds to wait before the next request' };

const idempotencyKey = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', description }));

/** The headers of a submission that the contract of v1 does not have as fields of the body. */
export const submissionHeaders = {
  Labels: Type.Optional(
    Type.String({
      description: 'Labels of the job: `key=value`, several separated by commas; at most 16',
      examples: ['plate=7,robot=a'],
    }),
  ),
  'Cancel-After': Type.Optional(
    Type.String({
      description:
        'A job that no runner has taken after this time is cancelled and costs nothing: seconds, or a time such as `10m`, `2h` or `1d`; at most 30 days',
      examples: ['10m'],
    }),
  ),
};

/** The headers of a request with an optional idempotency key, under either name. `made` describes what the request creates. */
export const idempotencyHeaders = (made: string, more: Record<string, TSchema> = {}) =>
  Type.Object({
    ...more,
    'Idempotency-Key': idempotencyKey(
      `Repeating a request with the same key and body creates only one ${made}; keys are kept for 7 days`,
    ),
    'X-Idempotency-Key': idempotencyKey('Alias of `Idempotency-Key`'),
  });

/** The header of a request that must carry an idempotency key. */
export const requiredKeyHeader = (description: string, more: Record<string, TSchema> = {}) =>
  Type.Object({ ...more, 'Idempotency-Key': idempotencyKey(description) });

/** The header of a response to a repeated request. */
export const replayedHeader = { 'Idempotent-Replayed': { type: 'string', const: 'true' } };

/** The header of a conditional GET. */
export const ifNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: "ETag of the client's cached copy; 304 is returned while it is current" }),
  ),
});

/** The response for a document that has not changed. */
export const notModified = { 304: { description: "Not modified: the client's copy is current" } } as const;

/** The header of a response with a job, for clients that poll. */
export const pollHeaders = {
  'Retry-After': { type: 'integer', description: 'While the job is active: seconds to wait before the next poll' },
};

/** The header of a response with the sharing settings of a job. */
export const sharingHeaders = {
  Link: {
    type: 'string',
    description:
      'URL of the shared page, `rel="alternate"`. While the job is INVITED, callers who may change its sharing get the links of the newest 20 invitations, newest first',
  },
};

/** The header of a request that may wait for the end of what it starts (RFC 7240). */
export const preferWait = {
  Prefer: Type.Optional(
    Type.String({
      description:
        '`wait=n`: the response is sent when the job has ended, or after n seconds, at most 60. The status of the response stays the same; the job in it is newer. `notify=mail`: you get a mail when the job has ended. Several are separated by commas',
      examples: ['wait=20'],
    }),
  ),
};

/** The header of a request that starts a run. */
export const preferNotify = {
  Prefer: Type.Optional(
    Type.String({ description: '`notify=mail`: you get a mail when the run has ended', examples: ['notify=mail'] }),
  ),
};

/** The header of a response to a request with preferences. */
export const preferenceApplied = {
  'Preference-Applied': {
    type: 'string',
    description:
      'The preferences that were followed, as `wait=20`. `wait` is missing when the gateway has no room for waiting requests',
  },
};
