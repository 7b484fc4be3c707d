import type { Clock } from '@rotamer/kit/clock.ts';
import type * as oidc from 'openid-client';
import { boundedFetch } from './boundedFetch.ts';
import type { Claims } from './person.ts';
import { isLoopback, type Provider } from './providers.ts';
import { SignInRefusal } from './refusal.ts';
import type { SignInState } from './signInState.ts';

/** How long the requests of one step may take together. */
const STEP_MS = 8_000;

/** How long the metadata of a provider are kept. Its keys are read at each sign-in, so a rotation is noticed at once. */
const METADATA_MS = 10 * 60_000;

/** Rotamer as the client of one provider. */
export interface RelyingParty {
  /** Returns the URL at the provider where a person signs in. */
  authorizationUrl(state: SignInState): Promise<URL>;
  /**
   * Exchanges the code of a callback, and returns the claims of the validated ID token with those of the userinfo endpoint.
   * Checks state, nonce, issuer (also RFC 9207), audience, times and signature.
   */
  finish(query: string, state: SignInState): Promise<Claims>;
  /** Returns the URL that signs out at the provider; undefined when the provider has none. */
  signOutUrl(): Promise<URL | undefined>;
}

/**
 * `callback`: the redirect URI; `home`: where the provider leads people after signing out; `stepMs`: how long the requests of one
 * step may take together. All steps throw `SignInRefusal`.
 */
export function createRelyingParty(
  provider: Provider,
  { callback, home, clock, stepMs = STEP_MS }: { callback: string; home: string; clock: Clock; stepMs?: number },
): RelyingParty {
  let metadata: { read: Promise<oidc.ServerMetadata>; until: number } | undefined;

  /** Loads openid-client with the first sign-in: most installations have no provider. */
  async function configuration() {
    const library = await import('openid-client');
    const fetch = boundedFetch(stepMs);
    const now = clock().getTime();
    if (!metadata || now >= metadata.until) {
      const read = discover(library, provider, fetch);
      metadata = { read, until: now + METADATA_MS };
      // A provider that is unavailable is asked again at the next sign-in.
      read.catch(() => {
        if (metadata?.read === read) metadata = undefined;
      });
    }
    return { library, config: configure(library, provider, await metadata.read, fetch, clock) };
  }

  const step = <Result>(work: (ready: Awaited<ReturnType<typeof configuration>>) => Promise<Result> | Result) =>
    configuration().then(work).catch(refuse);

  return {
    authorizationUrl: (state) =>
      step(async ({ library, config }) =>
        library.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: provider.scopes,
          state: state.state,
          nonce: state.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(state.verifier),
          code_challenge_method: 'S256',
        }),
      ),
    finish: (query, state) =>
      step(async ({ library, config }) => {
        const tokens = await library.authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
          expectedState: state.state,
          expectedNonce: state.nonce,
          pkceCodeVerifier: state.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        if (!config.serverMetadata().userinfo_endpoint) return claims;
        // Many providers put e-mail address and groups only there. Its subject must be that of the ID token.
        return { ...(await library.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
      }),
    signOutUrl: () =>
      step(({ library, config }) =>
        config.serverMetadata().end_session_endpoint
          ? library.buildEndSessionUrl(config, { post_logout_redirect_uri: home })
          : undefined,
      ),
  };
}

async function discover(
  library: typeof oidc,
  { issuer, clientId }: Provider,
  fetch: oidc.CustomFetch,
): Promise<oidc.ServerMetadata> {
  const execute = isLoopback(issuer) ? [library.allowInsecureRequests] : [];
  const found = await library.discovery(issuer, clientId, undefined, library.None(), {
    execute,
    [library.customFetch]: fetch,
  });
  return found.serverMetadata();
}

/** A new configuration has no cached keys, so the keys that sign an ID token are read when it is verified. */
function configure(
  library: typeof oidc,
  provider: Provider,
  server: oidc.ServerMetadata,
  fetch: oidc.CustomFetch,
  clock: Clock,
): oidc.Configuration {
  const metadata = {
    [library.clockTolerance]: provider.clockToleranceSeconds,
    // The library reads the system's clock. Whole seconds are enough for it.
    [library.clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
  };
  const config = new library.Configuration(server, provider.clientId, metadata, clientAuth(library, provider, server));
  config[library.customFetch] = fetch;
  library.enableNonRepudiationChecks(config);
  if (isLoopback(provider.issuer)) library.allowInsecureRequests(config);
  return config;
}

function clientAuth(library: typeof oidc, { clientSecret, clientAuth: chosen }: Provider, server: oidc.ServerMetadata) {
  if (!clientSecret) return library.None();
  // Without a list the method is basic (OpenID Connect Discovery, 3). Where both work, post needs no encoding of the secret.
  const supportsPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
  const method = chosen ?? (supportsPost ? 'post' : 'basic');
  return method === 'post' ? library.ClientSecretPost(clientSecret) : library.ClientSecretBasic(clientSecret);
}

/** Errors of the connection, in the words of undici and openid-client. */
const NO_ANSWER = /^(OAUTH_TIMEOUT|OAUTH_ABORT|OAUTH_RESPONSE_IS_NOT_CONFORM|OAUTH_RESPONSE_IS_NOT_JSON)$/;

/** Turns an error of a step into a refusal. Its texts may contain tokens, so only codes are kept for the log. */
function refuse(error: unknown): never {
  if (error instanceof SignInRefusal) throw error;
  const { name, code, error: answered } = error as { name?: string; code?: string; error?: string };
  const cause = new Error([name, code, shownCode(answered)].filter(Boolean).join(' '));
  if (name === 'AuthorizationResponseError') throw new SignInRefusal('refused', { cause });
  const unanswered =
    name === 'TypeError' || name === 'TimeoutError' || name === 'AbortError' || NO_ANSWER.test(code ?? '');
  throw new SignInRefusal(unanswered ? 'unavailable' : 'failed', { cause });
}

/** An error code of a provider, such as access_denied; undefined for any other text. */
function shownCode(text: string | undefined): string | undefined {
  return text && /^[a-z_]{1,60}$/.test(text) ? text : undefined;
}
