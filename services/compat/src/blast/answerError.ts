import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLimit, isOutage } from '../api/apiError.ts';
import { type Failure, failureOf } from '../http/failureOf.ts';
import { errorPage, statusPage } from './pages.ts';

/**
 * Sends an error in the words of the protocol. A wrong request has status 200, because clients read the reason from the body and
 * stop at other statuses. A poll that meets a limit or an outage says WAITING, so the client polls again.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { message, status, headers }: Failure = failureOf(error, request);
  reply.type('text/plain; charset=utf-8').headers(headers);
  const isPoll = /[?&]CMD=Get\b/i.test(request.url) || hasCommand(request.body, 'GET');
  if (isPoll && (isLimit(error) || isOutage(error))) reply.send(statusPage('WAITING'));
  else reply.code([401, 403, 429].includes(status) || status >= 500 ? status : 200).send(errorPage(message));
}

function hasCommand(body: unknown, command: string): boolean {
  const pairs = Array.isArray(body) ? (body as [string, string][]) : [];
  return pairs.some(([name, value]) => name.toUpperCase() === 'CMD' && value.toUpperCase() === command);
}
