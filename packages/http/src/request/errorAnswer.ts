import { type ErrorCode, errorTable } from '@rotamer/kit/errors/errorTable.ts';
import { Fault, toFault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noJson } from '../validation/jsonBody.ts';

/** The largest body of a JSON route, in bytes. */
export const BODY_LIMIT = 512 * 1024;

/** Seconds after which a retry is worthwhile, for refusals in which the service does not say. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { concurrent_job_limit_exceeded: 5 };

/** Sends the error envelope for any thrown value, ours or Fastify's. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const fault = beginErrorAnswer(error, request, reply);
  reply.type('application/json; charset=utf-8').send(errorBody(fault));
}

/** Sets status and headers for any thrown value, and returns its fault. The caller sends the body. */
export function beginErrorAnswer(error: unknown, request: FastifyRequest, reply: FastifyReply): Fault {
  const fault = faultOf(error);
  request.record.fault = fault;
  reply.code(errorTable[fault.code].http);
  const retryAfter = fault.retryAfterSeconds ?? RETRY_AFTER[fault.code];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (fault.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  return fault;
}

/** The error envelope of the public API. */
export function errorBody({ code, message, resolution, details }: Fault) {
  return { error: { code, message, resolution, ...(details && { details }) } };
}

/** Fastify's own errors as faults of the public API. */
const fastifyFaults: Record<string, () => Fault> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Fault('payload_too_large', `The body is larger than ${BODY_LIMIT / 1024} KiB.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: noJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Fault('invalid_json', 'The length of the body does not match Content-Length.'),
  FST_ERR_BAD_URL: () => validationFault([{ path: 'path', message: 'is not a valid URL path' }]),
};

function faultOf(error: unknown): Fault {
  const code = (error as { code?: unknown } | null)?.code;
  const known = typeof code === 'string' ? fastifyFaults[code] : undefined;
  return known && !(error instanceof Fault) ? known() : toFault(error);
}
