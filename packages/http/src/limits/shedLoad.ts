import { Fault } from '@rotamer/kit/errors/fault.ts';
import { counter } from '@rotamer/kit/telemetry/measures.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressLimiter } from './addressLimiter.ts';
import { rateHeaders } from './rateHeaders.ts';
import { createCounts } from './slots.ts';

/** How much load a gateway takes, and how loaded it is now. */
export interface Capacity {
  /** Requests in progress at a time. */
  maxInFlight: number;
  maxLoopDelayMs: number;
  /** How late the event loop is now, in milliseconds. */
  loopDelayMs(): number;
}

/**
 * The share of the capacity at which a request is refused. Submitting and cancelling work takes precedence over reads. Single
 * reads take precedence over lists, which cost most.
 */
const SHARES = { list: 0.6, read: 0.8, write: 1 };

/** One workspace's share of the requests in flight. Below the share of lists, so that it cannot stop lists of others. */
const SHARE_OF_WORKSPACE = 0.5;

export type Importance = keyof typeof SHARES;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const RETRY_AFTER_SECONDS = 1;

const OVERLOADED = `The service is overloaded; retry after ${RETRY_AFTER_SECONDS} second.`;

const shed = counter('shed', 'Requests refused because the process is overloaded');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By default `read` for GET, HEAD and OPTIONS, and `write` for all else. */
    importance?: Importance;
    /** Not part of the API, and exempt from its rate limits: health and signed downloads. */
    unlimited?: true;
  }
  interface FastifyRequest {
    /** Whether it counts as a request in flight. */
    isInFlight?: boolean;
    /** The workspace for which it counts, once its key is known. */
    inFlightOf?: string;
    /** Ends the counting of a request that only waits from here on. Its handler bounds the number of such requests itself. */
    leaveFlight?: () => void;
  }
}

/**
 * Sheds requests that the process could not answer in time, before any call or read is made for them. A request counts only
 * while it is processed: not while its body arrives, nor after its response has begun. So slow clients and open event streams
 * use no capacity.
 */
export function shedLoad(app: FastifyInstance, capacity: Capacity, addresses: AddressLimiter): void {
  let inFlight = 0;
  const ofWorkspaces = createCounts();
  /** Not a Set of requests, which would keep finished requests from being collected (kit, batching/fairQueue.ts). */
  function count(request: FastifyRequest, isInFlight: boolean): void {
    if (Boolean(request.isInFlight) === isInFlight) return;
    request.isInFlight = isInFlight;
    if (isInFlight) request.inFlightOf = request.record.workspaceId;
    const change = isInFlight ? 1 : -1;
    inFlight += change;
    if (request.inFlightOf) ofWorkspaces.add(request.inFlightOf, change);
  }

  /** Keeps one workspace from using the whole shared capacity. */
  function refuseAboveShare(request: FastifyRequest): void {
    const { workspaceId } = request.record;
    if (!workspaceId || ofWorkspaces.of(workspaceId) < capacity.maxInFlight * SHARE_OF_WORKSPACE) return;
    shed.add(1, { importance: importanceOf(request) });
    throw new Fault('rate_limited', 'This workspace has too many requests in progress.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.route.config?.unlimited) return done();
    const { maxInFlight, maxLoopDelayMs, loopDelayMs } = capacity;
    const used = Math.max(inFlight / maxInFlight, loopDelayMs() / maxLoopDelayMs);
    const importance = importanceOf(request);
    if (used >= SHARES[importance]) {
      shed.add(1, { importance });
      reply.headers(rateHeaders(addresses.look(request.ip)));
      throw new Fault('service_unavailable', OVERLOADED, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    request.leaveFlight = () => count(request, false);
    reply.raw.on('close', request.leaveFlight);
    count(request, true);
    done();
  });
  app.addHook('preParsing', (request, _reply, _body, done) => {
    count(request, false);
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (request.route.config?.unlimited) return done();
    refuseAboveShare(request);
    // A request whose client has already disconnected is not closed again.
    if (!reply.raw.closed) count(request, true);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    count(request, false);
    done();
  });
}

function importanceOf({ method, route }: FastifyRequest): Importance {
  return route.config?.importance ?? (READS.has(method) ? 'read' : 'write');
}
