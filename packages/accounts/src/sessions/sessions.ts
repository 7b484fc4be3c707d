import { cookieName } from '@rotamer/pages/static/cookieName.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../access/credential.ts';
import { actorOf, audited } from '../audit/audited.ts';
import type { AccountDeps } from '../deps.ts';
import { createBrowserSessions } from './browserSessions.ts';
import { countRequest, workspaceOf } from './countRequest.ts';

/** Seconds that a browser stays signed in. */
const SESSION_SECONDS = 60 * 60;

/**
 * Who looks at a page: a person with a session, or a browser that signed in with an API key. The latter has a signed HttpOnly cookie
 * that lasts an hour.
 */
export interface Sessions {
  /**
   * Returns the credential of the request itself, else the session of the person, else the key with which the browser signed in, if
   * it is still valid. A request with a cookie counts towards the rate limit of its session or key.
   *
   * @throws rate_limited when the key is over its limit
   */
  keyOf(request: FastifyRequest): Promise<Credential | undefined>;
  /** Returns false when the key is invalid or its workspace is not on a paid plan. */
  signIn(request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean>;
}

type Needs = Pick<
  AccountDeps,
  'keys' | 'sessions' | 'workspaces' | 'rates' | 'clock' | 'publicUrl' | 'consoleUrl' | 'audit'
>;

/** `name`: the name of the cookie, without the port; `path`: the path of the pages to which it is sent. */
export function createSessions(needs: Needs, { name, path }: { name: string; path: string }): Sessions {
  const { keys, clock, publicUrl } = needs;
  const cookie = cookieName(publicUrl, name);
  const people = createBrowserSessions(needs);

  /** Runs for each page: a session ends with its key, and with the paid plan of the key's workspace. */
  async function valid(key: Credential | undefined, request: FastifyRequest): Promise<Credential | undefined> {
    return key && (await workspaceOf(needs, key, request)).paid ? key : undefined;
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
      // limitRequests.ts has already counted the request.
      if (request.credential) return await valid(request.credential, request);
      const person = await valid(await people.find(request), request);
      if (person) return person;
      const key = await valid(await ofCookie(request), request);
      if (key) await countRequest(needs, key, request);
      return key;
    },
    async signIn(request, reply, key) {
      const found = await valid(await keys.find(key.trim(), request.ip), request);
      // The token of a session would make a second session of it, which ends at another time.
      if (found?.kind !== 'key') return false;
      const action = { action: 'api_key.signed_in' as const, resourceType: 'api_key', resourceId: found.id };
      const { workspaceId } = found;
      await audited(needs, request, { ...action, workspaceId, actor: actorOf(found) }, async () => {});
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
