import type { ServerResponse } from 'node:http';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressLimiter } from './addressLimiter.ts';
import { rateHeaders } from './rateHeaders.ts';

/** What a gateway can bear, and how it is doing. */
export interface Capacity {
  /** Requests that are being answered at a time. */
  maxInFlight: number;
  maxLoopDelayMs: number;
  /** How late the event loop is now, in milliseconds. */
  loopDelayMs(): number;
}

/**
 * At which share of the capacity a request is refused. Work that somebody asks for, or takes back, comes before looking at
 * it, and looking at one thing before lists, which cost most.
 */
const SHARES = { list: 0.6, read: 0.8, write: 1 };

export type Importance = keyof typeof SHARES;

const RETRY_AFTER_SECONDS = 1;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By default `read` for GET and `write` for all else. */
    importance?: Importance;
  }
}

/**
 * Refuses what the gateway could not answer in time, before anything is asked or read for it. A request counts while we
 * work on it: not while its body arrives, nor once its answer has begun, so neither slow clients nor open event streams
 * take up room.
 */
export function shedLoad(app: FastifyInstance, capacity: Capacity, addresses: AddressLimiter): void {
  const inFlight = new Set<ServerResponse>();
  function landed(this: ServerResponse): void {
    inFlight.delete(this);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.route.config?.unlimited) return done();
    const { maxInFlight, maxLoopDelayMs, loopDelayMs } = capacity;
    const used = Math.max(inFlight.size / maxInFlight, loopDelayMs() / maxLoopDelayMs);
    if (used >= SHARES[importanceOf(request)]) {
      reply.headers(rateHeaders(addresses.look(request.ip)));
      throw new Fault('service_unavailable', 'More is asked of the service than it can answer in time.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    reply.raw.on('close', landed);
    inFlight.add(reply.raw);
    done();
  });
  app.addHook('preParsing', (_request, reply, _body, done) => {
    inFlight.delete(reply.raw);
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    // Whose client went away meanwhile is not closed again.
    if (!request.route.config?.unlimited && !reply.raw.closed) inFlight.add(reply.raw);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    inFlight.delete(reply.raw);
    done();
  });
}

function importanceOf({ method, route }: FastifyRequest): Importance {
  return route.config?.importance ?? (method === 'GET' ? 'read' : 'write');
}
