import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../access/credential.ts';
import { BUDGET_MS } from '../clients/budgets.ts';
import type { Deps } from '../deps.ts';
import { tooMany } from '../limits/limitRequests.ts';

/** Seconds that a browser stays signed in. */
const SESSION_SECONDS = 60 * 60;

/** Sessions of browsers that signed in with an API key. Each has a signed HttpOnly cookie that lasts an hour. */
export interface Sessions {
  /**
   * Returns the key of the browser's session, or of the request itself, if it is still valid. A request with a session counts
   * towards the rate limit of its key, like a request with the key.
   *
   * @throws rate_limited when the key is over its limit
   */
  keyOf(request: FastifyRequest): Promise<Credential | undefined>;
  /** Returns false when the key is invalid or its workspace is not on a paid plan. */
  signIn(request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean>;
}

type Needs = Pick<Deps, 'keys' | 'workspaces' | 'rates' | 'clock' | 'publicUrl'>;

/** `cookie`: its name; `path`: the path of the pages to which it is sent. */
export function createSessions(
  { keys, workspaces, rates, clock, publicUrl }: Needs,
  { cookie, path }: { cookie: string; path: string },
): Sessions {
  const workspaceOf = ({ workspaceId }: Credential, { traceparent }: FastifyRequest) =>
    workspaces.recent(workspaceId, { deadlineMs: Date.now() + BUDGET_MS, traceparent });

  /** Runs for each page: a session ends with its key, and with the paid plan of the key's workspace. */
  async function valid(key: Credential | undefined, request: FastifyRequest): Promise<Credential | undefined> {
    return key && (await workspaceOf(key, request)).paid ? key : undefined;
  }

  async function count(key: Credential, request: FastifyRequest): Promise<void> {
    const { limits } = await workspaceOf(key, request);
    const verdict = await rates.spend(key.keyId, limits!.requestsPerMinute);
    if (!verdict.admitted) throw tooMany(verdict);
  }

  async function ofCookie(request: FastifyRequest): Promise<Credential | undefined> {
    const { valid: isSigned, value } = request.unsignCookie(request.cookies[cookie] ?? '');
    const [keyId = '', endsAt, version] = (value ?? '').split('.');
    if (!isSigned || clock().getTime() >= Number(endsAt)) return undefined;
    const found = await keys.findById(keyId);
    // A secret that was replaced must not live on in a browser.
    return found && String(found.version ?? 0) === version ? found : undefined;
  }

  return {
    async keyOf(request) {
      // limits/limitRequests.ts has already counted the request.
      if (request.credential) return await valid(request.credential, request);
      const key = await valid(await ofCookie(request), request);
      if (key) await count(key, request);
      return key;
    },
    async signIn(request, reply, key) {
      const found = await valid(await keys.find(key.trim()), request);
      if (!found) return false;
      // The public id of the key, the end of the session and the version of the key; never the key itself.
      const endsAt = Math.min(clock().getTime() + SESSION_SECONDS * 1000, found.secretUntil?.getTime() ?? Infinity);
      const session = `${found.keyId}.${endsAt}.${found.version ?? 0}`;
      // Lax: also sent with the first request after a link in an e-mail, but with no form of another site.
      reply.setCookie(cookie, session, {
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
        path,
        maxAge: SESSION_SECONDS,
        signed: true,
      });
      return true;
    },
  };
}
