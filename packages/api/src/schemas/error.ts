import { type ErrorCode, errorTable } from '@rotamer/kit/errors/errorTable.ts';
import { Type } from 'typebox';
import type { Operation } from '../operation/operation.ts';
import { ref } from './build.ts';
import { retryAfter } from './headers.ts';

/** The body of every error response. */
export const errorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'Machine-readable error code' }),
        message: Type.String({
          description: 'What is wrong, for people; a validation error names the path of the field',
        }),
        resolution: Type.String({ description: 'How to resolve the error' }),
        details: Type.Optional(Type.Unknown({ description: 'Structured details, depending on the code' })),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Error', additionalProperties: false },
);

/** The headers of each error status. */
const headersOf: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': { type: 'string' } },
  405: { Allow: { type: 'string' } },
  416: { 'Content-Range': { type: 'string', description: '`bytes */` and the size of the file' } },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** Errors that always have a Retry-After, unlike other errors of their status. */
const alwaysWait = new Set<ErrorCode>(['job_not_completed', 'concurrent_job_limit_exceeded']);

/** Errors of every operation that may have a JSON body. */
const bodyErrors: readonly ErrorCode[] = [
  'invalid_json',
  'validation_error',
  'payload_too_large',
  'unsupported_media_type',
];

/** Errors of every operation that needs a key. */
const keyErrors: readonly ErrorCode[] = ['unauthorized', 'paid_plan_required', 'forbidden'];

/** Errors of every operation. */
const anyErrors: readonly ErrorCode[] = ['request_timeout', 'rate_limited', 'internal_error', 'service_unavailable'];

/** Returns all errors of an operation: its own, and those of its kind. */
function errorsOf({ access, consumes, errors, method, query }: Operation): ErrorCode[] {
  const queryErrors: ErrorCode[] = query ? ['validation_error'] : [];
  return [
    ...(method === 'GET' || consumes ? queryErrors : bodyErrors),
    ...errors,
    ...(access === 'public' ? [] : keyErrors),
    ...anyErrors,
  ];
}

/** Returns the error responses of an operation, by status, with headers and an example of each error. */
export function errorResponses(operation: Operation) {
  const waits = new Set([...alwaysWait, ...(operation.waits ?? [])]);
  const byStatus = Map.groupBy(errorsOf(operation), (code) => errorTable[code].http);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: { ...headersOf[status], ...(codes.some((code) => waits.has(code)) && { 'Retry-After': retryAfter }) },
        content: {
          'application/json': { schema: ref(errorEnvelope), examples: Object.fromEntries(codes.map(exampleOf)) },
        },
      },
    ]),
  );
}

function exampleOf(code: ErrorCode) {
  const { resolution } = errorTable[code];
  return [code, { value: { error: { code, message: exampleMessages[code], resolution } } }];
}

const exampleMessages: Record<ErrorCode, string> = {
  invalid_json: 'The body is not valid JSON.',
  validation_error: 'input.inputs[0].slotId: is required',
  authorization_pending: 'The code was not confirmed yet.',
  slow_down: 'The device asks too often.',
  access_denied: 'The person refused to sign this device in.',
  expired_token: 'The code is too old, or the session was already handed out.',
  unauthorized: 'The API key is missing or invalid.',
  insufficient_credits: 'The job needs 12 credits; the workspace has 3.5 available.',
  budget_exceeded: 'The job needs 3 credits; the budget of your key for the day has 1.5 left.',
  paid_plan_required: 'The public API requires a paid plan.',
  daily_limit_exceeded: 'The workspace has reached its limit of 100 jobs for today (UTC).',
  concurrent_job_limit_exceeded: 'The workspace has reached its limit of 10 active jobs.',
  storage_quota_exceeded: 'The file exceeds the remaining storage quota.',
  forbidden: 'This API key lacks the scope jobs:write.',
  not_found: 'No such job.',
  method_not_allowed: 'This path supports only GET, HEAD, OPTIONS.',
  request_timeout: 'The request did not arrive in time.',
  conflict: 'A job that is COMPLETED cannot be cancelled.',
  price_changed: 'The price is 3 credits, above max_quoted_credits 2.',
  job_not_completed: 'The job is still PROCESSING.',
  resync_required: 'Events after this place were deleted: events are kept for a limited time.',
  payload_too_large: 'The body is larger than 512 KiB.',
  unsupported_media_type: 'The body must be JSON; send Content-Type: application/json.',
  range_not_satisfiable: 'The requested range has none of the 187 bytes.',
  rate_limited: 'Rate limit of 120 requests per minute exceeded.',
  internal_error: 'An internal error occurred.',
  service_unavailable: 'The service is temporarily unavailable.',
};
