import type { ServerResponse } from 'node:http';
import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first call of the request. */
    callScope?: CallScope;
  }
}

/** Returns the caller and deadline for a request's gRPC calls. The calls are cancelled when the client disconnects. */
export function callScope(request: FastifyRequest, reply: FastifyReply, budgetMs = BUDGET_MS): CallScope {
  request.callScope ??= {
    caller: callerOf(request),
    traceparent: request.traceparent,
    signal: goneSignal(reply.raw),
    deadlineMs: Date.now() - (performance.now() - request.record.startedAt) + BUDGET_MS,
  };
  if (budgetMs === BUDGET_MS) return request.callScope;
  return { ...request.callScope, deadlineMs: request.callScope.deadlineMs! - BUDGET_MS + budgetMs };
}

/** Returns the caller of a request, which services check. */
export function callerOf({ credential, id }: Pick<FastifyRequest, 'credential' | 'id'>): Caller {
  return Caller.fromPartial({ ...credential, requestId: id });
}

function goneSignal(answer: ServerResponse): AbortSignal {
  const gone = new AbortController();
  answer.on('close', () => {
    // Aborting creates an error with its stack. Done after every response, it takes 4 % of a request's CPU time (measured).
    if (!answer.writableFinished) gone.abort();
  });
  return gone.signal;
}
