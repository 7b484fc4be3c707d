import { type ErrorCode, errorTable } from '@rotamer/kit/errors/errorTable.ts';
import { Type } from 'typebox';
import { ref } from './build.ts';

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

export const retryAfter = { type: 'integer', description: 'Seconds to wait before the next request' };

/** The headers that belong to an error status. */
const headersOf: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': { type: 'string' } },
  405: { Allow: { type: 'string' } },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** Errors that come with a Retry-After, which others of their status lack. */
const waits = new Set<ErrorCode>(['job_not_completed', 'concurrent_job_limit_exceeded']);

/** Errors of every route with a JSON body. */
export const bodyErrors = [
  'invalid_json',
  'validation_error',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[];

/** Errors of every route. */
export const anyErrors = [
  'request_timeout',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies ErrorCode[];

/** Errors of every route that needs a key. */
export const commonErrors = [
  'unauthorized',
  'paid_plan_required',
  'forbidden',
  ...anyErrors,
] as const satisfies ErrorCode[];

/** The error responses of a route that needs a key, by status: `...errors('not_found', 'conflict')`. */
export function errors(...codes: ErrorCode[]) {
  return errorAnswers([...codes, ...commonErrors]);
}

/** The responses for some error codes, by status. */
export function errorAnswers(codes: ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].http);
  const answers = [...byStatus].map(([status, ofStatus]) => [
    status,
    {
      description: ofStatus.map((code) => `\`${code}\``).join(', '),
      headers: { ...headersOf[status], ...(ofStatus.some((code) => waits.has(code)) && { 'Retry-After': retryAfter }) },
      content: {
        'application/json': { schema: ref(errorEnvelope), examples: Object.fromEntries(ofStatus.map(exampleOf)) },
      },
    },
  ]);
  return Object.fromEntries(answers);
}

function exampleOf(code: ErrorCode) {
  const { resolution } = errorTable[code];
  return [code, { value: { error: { code, message: exampleMessages[code], resolution } } }];
}

const exampleMessages: Record<ErrorCode, string> = {
  invalid_json: 'The body is not valid JSON.',
  validation_error: 'input.inputs[0].slotId: is required',
  unauthorized: 'The API key is missing or invalid.',
  insufficient_credits: 'The job needs 12 credits; the workspace has 3.5 available.',
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
  payload_too_large: 'The body is larger than 512 KiB.',
  unsupported_media_type: 'The body must be JSON; send Content-Type: application/json.',
  rate_limited: 'Rate limit of 120 requests per minute exceeded.',
  internal_error: 'An internal error occurred.',
  service_unavailable: 'The service is temporarily unavailable.',
};
