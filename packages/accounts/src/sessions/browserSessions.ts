import type { SignInMethod } from '@rotamer/api/schemas/session.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { safeNext } from '@rotamer/http/server/safeNext.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import { sessionCookie } from '@rotamer/pages/static/sessionCookie.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialRecord } from '../access/credential.ts';
import { recordRefusal, recordSignIn } from '../audit/signIns.ts';
import type { AccountDeps } from '../deps.ts';
import { countRequest } from './countRequest.ts';

/** Seconds after which a browser forgets the cookie; a session ends by then at the latest. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** A person who proved who they are. */
export interface SignedIn {
  userId: string;
  method: SignInMethod;
  /** By default the workspace of the person's newest session. */
  workspaceId?: string;
  /** The path to which the person returns. */
  next: string;
}

/** Sessions of browsers. The cookie has the session's token, and only pages accept it: the API wants a header. */
export interface BrowserSessions {
  /**
   * Returns the session of the browser, if it has a live one. The request counts towards the session's rate limit.
   *
   * @throws rate_limited
   */
  find(request: FastifyRequest): Promise<CredentialRecord | undefined>;
  /** Begins a new session, ends the one that the browser had, and leads the browser to a path of this service. */
  begin(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): Promise<FastifyReply>;
  /** Ends the session of the browser. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type Needs = Pick<
  AccountDeps,
  'keys' | 'sessions' | 'workspaces' | 'rates' | 'publicUrl' | 'consoleUrl' | 'audit' | 'clock'
>;

export function createBrowserSessions(needs: Needs): BrowserSessions {
  const { keys, sessions, publicUrl } = needs;
  const cookie = sessionCookie(publicUrl);
  // Lax: also sent with the first request after a link in an e-mail, but with no form of another site.
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
  } as const;

  async function ofCookie(request: FastifyRequest): Promise<CredentialRecord | undefined> {
    const token = request.cookies[cookie];
    const record = token === undefined ? undefined : await keys.find(token, request.ip);
    // An API key in the cookie would act with the rights of a person.
    return record?.kind === 'session' ? record : undefined;
  }

  async function endOld(request: FastifyRequest): Promise<void> {
    const old = await ofCookie(request);
    if (old) await sessions.end({ id: old.id });
  }

  async function create(request: FastifyRequest, who: Omit<SignedIn, 'next'>) {
    const client = { userAgent: request.headers['user-agent'] ?? '', address: request.ip };
    try {
      return await sessions.create({ ...who, client });
    } catch (error) {
      const { code } = toFault(error);
      if (code === 'forbidden') await recordRefusal(needs, request, { ...who, reason: 'no_workspace' });
      throw error;
    }
  }

  return {
    async find(request) {
      const record = await ofCookie(request);
      if (record) await countRequest(needs, record, request);
      return record;
    },
    async begin(request, reply, { next, ...who }) {
      const { token, session } = await create(request, who);
      await recordSignIn(needs, request, session);
      await endOld(request);
      reply.setCookie(cookie, token, { ...options, maxAge: COOKIE_SECONDS });
      return reply.redirect(pathAfterSignIn(request, needs, next), 303);
    },
    async end(request, reply) {
      await endOld(request);
      reply.clearCookie(cookie, options);
    },
  };
}

/** Returns where a person goes after signing in: where the person wanted, else the console, else the account page. */
export function pathAfterSignIn(
  request: FastifyRequest,
  { consoleUrl }: Pick<AccountDeps, 'consoleUrl'>,
  next: unknown,
): string {
  const path = safeNext(next);
  const home = consoleUrl ? 'w' : 'account';
  return rootOf(request) + (path === '/' ? home : path.slice(1));
}
