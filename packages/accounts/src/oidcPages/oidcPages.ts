import { basePathOf, isOtherLoopback } from '@rotamer/http/server/baseUrl.ts';
import { safeNext } from '@rotamer/http/server/safeNext.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { cookieName } from '@rotamer/pages/static/cookieName.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../audit/audited.ts';
import { type Person, readPerson } from '../oidc/person.ts';
import type { Provider } from '../oidc/providers.ts';
import { type RefusalReason, refusalTexts, SignInRefusal } from '../oidc/refusal.ts';
import { createRelyingParty, type RelyingParty } from '../oidc/relyingParty.ts';
import { createSignInStates, STATE_SECONDS } from '../oidc/signInState.ts';
import { toLogin } from '../signIn/links.ts';
import type { SignInFrame } from '../signIn/signInFrame.ts';

export interface OidcPagesDeps extends Pick<SignInFrame, 'show' | 'complete' | 'refused' | 'signedInAs' | 'goOn'> {
  providers: readonly Provider[];
  clock: Clock;
  publicUrl: string;
  /** Signs the state of a sign-in. */
  shareSecret: string;
  /** Returns whether a state is used for the first time. */
  useState(state: string, endsAt: Date): Promise<boolean>;
  /** How long the requests of one step at a provider may take together, in milliseconds. Default: 8 s. */
  stepMs?: number;
  /** Returns the id of the user who a person at a provider is. `signedInAs`: the user of the browser before. */
  signIn(provider: Provider, person: Person, from: Origin & { signedInAs?: string }): Promise<string>;
}

/** One cookie for each sign-in, so that sign-ins in several tabs do not disturb each other. */
const COOKIE = 'rotamer_oidc';

/** Names the provider of the last sign-in, for the sign-in page: people may want to sign out there too. */
export const lastProvider = (publicUrl: string): string => cookieName(publicUrl, 'rotamer_provider');

/** Most sign-ins in progress in one browser. With more of them, the older ones are given up. */
const MAX_IN_PROGRESS = 5;

/** Most steps that wait for one provider at a time. A provider that hangs must not hold more requests of the gateway. */
const MAX_WAITING = 100;

const statuses: Partial<Record<RefusalReason, number>> = {
  unavailable: 503,
  not_allowed: 403,
  invited: 403,
  no_workspace: 403,
};

/**
 * GET /login/oidc/{provider}, `/callback` and `/sign-out`: signing in and out with OpenID Connect. An unknown provider is a page
 * that does not exist. The application must have signed cookies.
 */
export function oidcPages(app: FastifyInstance, deps: OidcPagesDeps): void {
  const { publicUrl, clock, stepMs } = deps;
  const prefix = `${cookieName(publicUrl, COOKIE)}_`;
  const states = createSignInStates(deps.shareSecret, clock);
  const base = `${publicUrl}/login/oidc`;
  const loginPath = `${basePathOf(publicUrl)}/login`;
  const cookieOptions = {
    httpOnly: true,
    // Lax: also sent when the provider leads the browser back.
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: `${loginPath}/oidc`,
  } as const;

  const parties = new Map(
    deps.providers.map((provider) => {
      const callback = `${base}/${provider.id}/callback`;
      const party = createRelyingParty(provider, { callback, home: `${publicUrl}/login`, clock, stepMs });
      return [provider.id, { provider, party, waiting: 0 }];
    }),
  );
  const find = (request: FastifyRequest) => {
    const found = parties.get((request.params as { provider: string }).provider);
    if (!found) throw notFound('page');
    return found;
  };

  app.get<{ Querystring: { next?: unknown } }>('/login/oidc/:provider', (request, reply) => {
    const found = find(request);
    const { provider } = found;
    return answer(request, reply, provider, async () => {
      // The provider leads back to the public URL: the cookie must belong to the same host.
      if (isOtherLoopback(request.host, publicUrl))
        return reply.redirect(`${base}/${provider.id}${queryOf(request)}`, 303);
      const state = states.begin(safeNext(request.query.next));
      const url = await askProvider(request, found, (party) => party.authorizationUrl(state));
      giveUpOlder(request, reply);
      reply.setCookie(prefix + state.state, states.toCookie(provider.id, state), {
        ...cookieOptions,
        maxAge: STATE_SECONDS,
        signed: true,
      });
      return reply.header('cache-control', 'no-store').redirect(url.href, 303);
    });
  });

  app.get<{ Querystring: { state?: unknown } }>('/login/oidc/:provider/callback', (request, reply) => {
    const found = find(request);
    const { provider } = found;
    return answer(request, reply, provider, async () => {
      const state = await takeState(request, reply, provider);
      const claims = await askProvider(request, found, (party) => party.finish(queryOf(request).slice(1), state));
      const from = { ip: request.ip, id: request.id, signedInAs: await deps.signedInAs(request) };
      const userId = await deps.signIn(provider, readPerson(claims, provider), from);
      reply.setCookie(lastProvider(publicUrl), provider.id, { ...cookieOptions, path: loginPath });
      return await deps.complete(request, reply, { userId, next: state.next });
    });
  });

  app.get('/login/oidc/:provider/sign-out', (request, reply) => {
    const found = find(request);
    const { provider } = found;
    return answer(request, reply, provider, async () => {
      reply.clearCookie(lastProvider(publicUrl), { ...cookieOptions, path: loginPath });
      const url = await askProvider(request, found, (party) => party.signOutUrl());
      return reply.redirect(url?.href ?? `${publicUrl}/login`, 303);
    });
  });

  /** Waits for a provider. The request leaves the requests in progress, so that a provider that hangs takes no place from others. */
  async function askProvider<Result>(
    request: FastifyRequest,
    asked: ReturnType<typeof find>,
    ask: (party: RelyingParty) => Promise<Result>,
  ): Promise<Result> {
    if (asked.waiting >= MAX_WAITING) throw new SignInRefusal('unavailable');
    asked.waiting += 1;
    request.leaveFlight?.();
    try {
      return await ask(asked.party);
    } finally {
      asked.waiting -= 1;
    }
  }

  /** Sends a refusal as a page, and records it. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { id }: Provider,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error;
      const { reason, cause, userId } = error;
      const code = cause instanceof Error ? cause.message : undefined;
      request.log.warn({ provider: id, reason, code }, 'sign-in with a provider refused');
      // A reload, the back button or a second click after a sign-in that succeeded.
      if (reason === 'stale' && (await deps.signedInAs(request))) return deps.goOn(request, reply);
      if (userId) await deps.refused(request, userId, reason);
      reply.code(statuses[reason] ?? 400);
      // The sign-in page leads on to the account where an earlier callback has signed the browser in.
      const title = 'This sign-in did not succeed';
      return deps.show(request, reply, { page: 'message', title, message: refusalTexts[reason], link: toLogin });
    }
  }

  /** Returns the sign-in that this browser began, once. */
  async function takeState(
    request: FastifyRequest<{ Querystring: { state?: unknown } }>,
    reply: FastifyReply,
    provider: Provider,
  ) {
    const { state } = request.query;
    const name = prefix + (typeof state === 'string' && /^[\w-]{32}$/.test(state) ? state : '');
    const { valid, value } = request.unsignCookie(request.cookies[name] ?? '');
    reply.clearCookie(name, cookieOptions);
    const begun = valid ? states.fromCookie(provider.id, value) : undefined;
    if (!begun || begun.state !== state) throw new SignInRefusal('stale');
    const endsAt = new Date(clock().getTime() + STATE_SECONDS * 1000);
    if (!(await deps.useState(begun.state, endsAt))) throw new SignInRefusal('stale');
    return begun;
  }

  function giveUpOlder({ cookies }: FastifyRequest, reply: FastifyReply): void {
    const begun = Object.keys(cookies).filter((name) => name.startsWith(prefix));
    if (begun.length >= MAX_IN_PROGRESS) for (const name of begun) reply.clearCookie(name, cookieOptions);
  }
}

/** The query of a request with its `?`; empty for none. */
function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
