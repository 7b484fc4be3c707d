import { type ErrorCode, errorTable } from '@rotamer/kit/errors/errorTable.ts';
import { Type } from 'typebox';
import { ref } from './build.ts';

/** What every refused request is answered with. */
export const errorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'For programs' }),
        message: Type.String({ description: 'For people; a validation error names the offending path' }),
        resolution: Type.String({ description: 'The way out' }),
        details: Type.Optional(Type.Unknown({ description: 'Structure, depending on the code' })),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'Error', additionalProperties: false },
);

const retryAfter = { type: 'integer', description: 'Whole seconds to wait' };

/** The headers that belong to an error status. */
const headersOf: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': { type: 'string' } },
  405: { Allow: { type: 'string' } },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** What a route with a JSON body may refuse before anything else is looked at. */
export const bodyErrors = [
  'invalid_json',
  'validation_error',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[];

/** What every route may answer. */
export const anyErrors = [
  'request_timeout',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies ErrorCode[];

/** What every route that needs a key may answer. */
export const commonErrors = [
  'unauthorized',
  'paid_plan_required',
  'forbidden',
  ...anyErrors,
] as const satisfies ErrorCode[];

/** The error answers of a route that needs a key, by status: `...errors('not_found', 'conflict')`. */
export function errors(...codes: ErrorCode[]) {
  return errorAnswers([...codes, ...commonErrors]);
}

/** The answers for some error codes, by status. */
export function errorAnswers(codes: ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].http);
  const answers = [...byStatus].map(([status, ofStatus]) => [
    status,
    {
      description: ofStatus.map((code) => `\`${code}\``).join(', '),
      headers: { ...headersOf[status], ...(ofStatus.includes('job_not_completed') && { 'Retry-After': retryAfter }) },
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
  unauthorized: 'The API key is missing or not valid.',
  insufficient_credits: 'The job needs 12 credits and 3.5 are available.',
  paid_plan_required: 'The public API needs a paid plan.',
  daily_limit_exceeded: 'The workspace has reached its limit of 100 jobs for today (UTC).',
  concurrent_job_limit_exceeded: 'The workspace has 10 active jobs and may have 10.',
  storage_quota_exceeded: 'The file is larger than what is left of the storage quota.',
  forbidden: 'This API key lacks the scope jobs:write.',
  not_found: 'No such job.',
  method_not_allowed: 'This path takes GET.',
  request_timeout: 'The request did not arrive in time.',
  conflict: 'The job is already running and can no longer be cancelled.',
  price_changed: 'The job costs 3 credits now, more than the 2 that were accepted.',
  job_not_completed: 'The job has not ended yet.',
  payload_too_large: 'The body is larger than 512 KiB.',
  unsupported_media_type: 'This route takes JSON: Content-Type: application/json.',
  rate_limited: 'More than 120 requests a minute.',
  internal_error: 'Something went wrong on our side.',
  service_unavailable: 'A part of the service is not answering.',
};
