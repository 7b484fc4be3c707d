import type { FastifyRequest } from 'fastify';
import { ApiError, isLimit } from '../api/apiError.ts';
import { BadRequest } from './badRequest.ts';
import { FORM_LIMIT } from './fields.ts';

/** An error as a protocol tells it to its client. */
export interface Failure {
  message: string;
  /** HTTP status; of all limits 429. */
  status: number;
  headers: Record<string, string>;
}

/** Errors of Fastify that are the fault of the request. */
const ofRequest: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, `The request is larger than ${FORM_LIMIT / 1024} KiB.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send a form: application/x-www-form-urlencoded or multipart/form-data.'],
};

/** Returns what to tell about any thrown value. The message of an unknown error goes to the log only. */
export function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof BadRequest) return { message: error.message, status: 400, headers: {} };
  const known = ofRequest[(error as { code?: string }).code ?? ''];
  if (known) return { message: known[1], status: known[0], headers: {} };
  request.cause = error;
  if (!(error instanceof ApiError)) return { message: 'An internal error occurred.', status: 500, headers: {} };
  const { message, status, retryAfterSeconds } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  // Clients send a name and password only after this header.
  if (status === 401) headers['www-authenticate'] = 'Basic realm="Rotamer: the API key is the password"';
  return { message, status: isLimit(error) ? 429 : status, headers };
}
