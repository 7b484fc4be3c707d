import { identify, keyOf } from '@rotamer/accounts/access/identify.ts';
import type { KeyRing } from '@rotamer/accounts/access/keyRing.ts';
import { windowOf } from '@rotamer/accounts/access/windowOf.ts';
import type { Workspaces } from '@rotamer/accounts/access/workspaces.ts';
import type { AddressLimiter } from '@rotamer/http/limits/addressLimiter.ts';
import { rateHeaders } from '@rotamer/http/limits/rateHeaders.ts';
import type { RateLimiter } from '@rotamer/http/limits/rateLimiter.ts';
import { tooMany } from '@rotamer/http/limits/tooMany.ts';
import { warnOfProxies } from '@rotamer/http/limits/warnOfProxies.ts';
import type { Verdict } from '@rotamer/http/limits/window.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { counter } from '@rotamer/kit/telemetry/measures.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callScope } from '../request/callScope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key's workspace, with its plan and limits; set with the credential. */
    workspace?: Workspace;
  }
}

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface Needs {
  keys: KeyRing;
  workspaces: Workspaces;
  rates: RateLimiter;
  addresses: AddressLimiter;
  clock: Clock;
  log: Logger;
}

const rateLimited = counter('rate_limited', 'Requests refused by the window of a key or an address');

/**
 * The first checks of every request, on every route: whether it carries a valid key, and whether that key, or else the address,
 * is within its rate limit. Sets the rate limit headers of the response. For an address over its limit, only keys already known
 * to be valid are looked up. So other clients behind the address cannot lock those keys out, nor make the database search.
 */
export function limitRequests({ keys, workspaces, rates, addresses, clock, log }: Needs): Check {
  const findKey = identify(keys);
  const warn = warnOfProxies(clock, log);

  function isKnown(request: FastifyRequest): boolean {
    const key = keyOf(request);
    return key !== undefined && keys.knows(key);
  }

  async function decide(request: FastifyRequest, reply: FastifyReply): Promise<Verdict> {
    const { credential } = request;
    if (!credential) return addresses.spend(request.ip);
    request.workspace = await workspaces.recent(credential.workspaceId, callScope(request, reply));
    return rates.spend(credential.keyId, windowOf(credential, request.workspace));
  }

  return async (request, reply) => {
    if (request.route.config?.unlimited) return;
    warn(request);
    let verdict = addresses.look(request.ip);
    try {
      if (verdict.admitted || isKnown(request)) {
        await findKey(request);
        verdict = await decide(request, reply);
      }
    } finally {
      reply.headers(rateHeaders(verdict));
    }
    if (verdict.admitted) return;
    rateLimited.add(1, { scope: request.credential ? 'key' : 'address' });
    throw tooMany(verdict);
  };
}
