import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../http/failureOf.ts';
import { sendDocument } from './documents.ts';

/** Sends an error as the document from which clients print the description. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { message, status, headers } = failureOf(error, request);
  reply.code(status).headers(headers);
  sendDocument(request, reply, ['error', [['description', message]]], { error: { description: message } });
}
