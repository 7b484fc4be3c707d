import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../access/authorise.ts';
import type { Deps } from '../deps.ts';
import { callScope } from '../request/callScope.ts';
import { rateHeaders } from './rateHeaders.ts';
import type { Verdict } from './rateLimiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** That of the key, with its plan and limits; set with the credential. */
    workspace?: Workspace;
  }
  interface FastifyContextConfig {
    /** No part of the API, and no part of its rate limits: health and signed downloads. */
    unlimited?: true;
  }
}

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

type Needs = Pick<Deps, 'keys' | 'workspaces' | 'rates' | 'addresses'>;

/**
 * The first checks of every request, whatever its route: has its address failed too often, does it carry a valid key,
 * and has that key, or else the address, a request left? The figures of the one or the other go on the answer.
 */
export function limitRequests({ keys, workspaces, rates, addresses }: Needs): Check {
  const findKey = identify(keys);

  async function judge(request: FastifyRequest, reply: FastifyReply): Promise<Verdict> {
    const { credential } = request;
    if (!credential) return addresses.spend(request.ip);
    request.workspace = await workspaces.recent(credential.workspaceId, callScope(request, reply));
    return rates.spend(credential.keyId, request.workspace.limits!.requestsPerMinute);
  }

  return async (request, reply) => {
    if (request.route.config?.unlimited) return;
    let verdict = addresses.look(request.ip);
    try {
      if (verdict.admitted) {
        await findKey(request);
        verdict = await judge(request, reply);
      }
    } finally {
      reply.headers(rateHeaders(verdict));
    }
    if (!verdict.admitted) throw tooMany(verdict);
  };
}

function tooMany({ limit, retryAfterSeconds }: Verdict): Fault {
  return new Fault('rate_limited', `More than ${limit} requests a minute.`, { retryAfterSeconds });
}
