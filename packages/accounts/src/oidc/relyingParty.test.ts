import { describe, expect, it } from 'vitest';
import { type Provider, readProviders } from './providers.ts';
import { createRelyingParty } from './relyingParty.ts';
import { createSignInStates } from './signInState.ts';
import { testClient, testProvider } from './testing/testProvider.ts';

const callback = 'http://rotamer.example/login/oidc/lab/callback';
const home = 'http://rotamer.example/login';
const ada = { email: 'ada@example.org', email_verified: true, groups: ['chemists'] };

/** A provider with one person, and Rotamer as its client. */
async function world({
  skewSeconds = 0,
  codeSeconds,
  stepMs,
  ...over
}: { skewSeconds?: number; codeSeconds?: number; stepMs?: number } & Partial<Provider> = {}) {
  const provider = await testProvider({ callbacks: [callback], home, people: { ada }, codeSeconds });
  const [base] = readProviders(
    JSON.stringify([
      {
        ...{
          id: 'lab',
          title: 'Lab',
          issuer: provider.issuer,
          client_id: testClient.id,
          client_secret: testClient.secret,
        },
        ...{ scopes: 'openid email profile groups', rules: [{ everyone: true }] },
      },
    ]),
  );
  const clock = () => new Date(Date.now() + skewSeconds * 1000);
  const states = createSignInStates('secret of the tests', clock);
  const party = createRelyingParty({ ...base!, ...over }, { callback, home, clock, stepMs });
  /** Signs in at the provider. Returns the query with which the browser comes back. */
  const signIn = async () => {
    const state = states.begin('/');
    const url = await provider.signIn((await party.authorizationUrl(state)).href, 'ada');
    return { state, query: new URL(url).search.slice(1) };
  };
  const whole = async () => {
    const { state, query } = await signIn();
    return await party.finish(query, state);
  };
  return { provider, party, states, signIn, whole };
}

const failed = { reason: 'failed' };

describe('signing in with a provider', () => {
  it('returns the claims of the ID token and the userinfo endpoint', async () => {
    const { whole } = await world();
    expect(await whole()).toMatchObject({ sub: 'ada', ...ada, aud: 'rotamer' });
  });

  it('sends PKCE, state and nonce, and no secret, in the URL', async () => {
    const { party, states } = await world();
    const state = states.begin('/');
    const { searchParams } = await party.authorizationUrl(state);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: callback },
      ...{ state: state.state, nonce: state.nonce },
    });
    expect(searchParams.get('code_challenge')).not.toBe(state.verifier);
    expect(searchParams.toString()).not.toContain('secret');
  });

  it('refuses a response for another state', async () => {
    const { signIn, party, states } = await world();
    const { query } = await signIn();
    await expect(party.finish(query, states.begin('/'))).rejects.toMatchObject(failed);
  });

  it('refuses a code that was made for another code verifier', async () => {
    const { signIn, party, states } = await world();
    const { query, state } = await signIn();
    await expect(party.finish(query, { ...state, verifier: states.begin('/').verifier })).rejects.toMatchObject(failed);
  });

  it('refuses a response without the issuer, or with that of another provider (RFC 9207)', async () => {
    const { signIn, party } = await world();
    const { query, state } = await signIn();
    const mixed = new URLSearchParams(query);
    mixed.set('iss', 'https://other.example');
    await expect(party.finish(mixed.toString(), state)).rejects.toMatchObject(failed);
    mixed.delete('iss');
    await expect(party.finish(mixed.toString(), state)).rejects.toMatchObject(failed);
  });

  it('refuses a replayed code', async () => {
    const { signIn, party } = await world();
    const { query, state } = await signIn();
    await party.finish(query, state);
    await expect(party.finish(query, state)).rejects.toMatchObject(failed);
  });

  it('refuses an expired code', async () => {
    const { signIn, party } = await world({ codeSeconds: 1 });
    const { query, state } = await signIn();
    // The provider reads the system's clock, so its second has to pass.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await expect(party.finish(query, state)).rejects.toMatchObject(failed);
  });

  it.each([
    ['nonce', { nonce: 'another' }],
    ['audience', { aud: 'another client' }],
    ['authorized party', { aud: ['rotamer', 'other'], azp: 'other' }],
    ['issuer', { iss: 'https://other.example' }],
    ['time', { exp: 1 }],
    ['subject', { sub: undefined }],
  ])('refuses an ID token with another %s', async (_, claims) => {
    const { provider, whole } = await world();
    provider.tamper = (own) => ({ ...own, ...claims });
    await expect(whole()).rejects.toMatchObject(failed);
  });

  it('refuses userinfo of another subject', async () => {
    const { provider, whole } = await world();
    provider.tamper = (own) => ({ ...own, sub: 'eve' });
    await expect(whole()).rejects.toMatchObject(failed);
  });

  it('accepts a clock that is 45 s ahead of a token of 20 s, and refuses one that is 60 s ahead', async () => {
    expect(await (await world({ skewSeconds: 45 })).whole()).toMatchObject({ sub: 'ada' });
    await expect((await world({ skewSeconds: 60 })).whole()).rejects.toMatchObject(failed);
  });

  it('accepts a token that is signed with a key newer than the last sign-in', async () => {
    const { provider, whole, signIn, party } = await world();
    await whole();
    const { state, query } = await signIn();
    provider.rotateKeys();
    expect(await party.finish(query, state)).toMatchObject({ sub: 'ada' });
  });

  it('refuses a token that is signed with a key that the provider does not publish', async () => {
    const { provider, whole } = await world();
    Object.assign(provider, { forges: true, tamper: (own: object) => own });
    await expect(whole()).rejects.toMatchObject(failed);
  });

  it('tells an error of the provider from a response that it did not send', async () => {
    const { party, states, provider } = await world();
    const state = states.begin('/');
    const query = new URLSearchParams({ error: 'access_denied', state: state.state, iss: provider.issuer });
    await expect(party.finish(query.toString(), state)).rejects.toMatchObject({ reason: 'refused' });
    query.set('state', 'another');
    await expect(party.finish(query.toString(), state)).rejects.toMatchObject(failed);
  });
});

describe('a provider that is down', () => {
  it.each(['/.well-known/openid-configuration', '/token', '/jwks', '/me'])(
    'is unavailable when %s fails',
    async (path) => {
      const { provider, whole } = await world();
      provider.broken.set(path, 'error');
      await expect(whole()).rejects.toMatchObject({ reason: 'unavailable' });
    },
  );

  it.each([
    ...['hang', 'slow', 'huge'].map((failure) => ['/.well-known/openid-configuration', failure]),
    ...['hang', 'slow', 'huge'].map((failure) => ['/token', failure]),
    ['/jwks', 'slow'],
    ['/me', 'hang'],
  ] as ['/token', 'hang' | 'slow' | 'huge'][])(
    'ends the step after its time when %s does: %s',
    async (path, failure) => {
      const { provider, whole } = await world({ stepMs: 300 });
      provider.broken.set(path, failure);
      const begun = performance.now();
      await expect(whole()).rejects.toMatchObject({ reason: 'unavailable' });
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );

  it('is asked again at the next sign-in', async () => {
    const { provider, whole } = await world();
    provider.broken.set('/.well-known/openid-configuration', 'error');
    await expect(whole()).rejects.toMatchObject({ reason: 'unavailable' });
    provider.broken.clear();
    expect(await whole()).toMatchObject({ sub: 'ada' });
  });
});

it('leads to the end of the session at the provider, and back to the sign-in page', async () => {
  const { party, provider } = await world();
  const url = await party.signOutUrl();
  expect(url!.origin).toBe(provider.issuer);
  expect(url!.searchParams.get('post_logout_redirect_uri')).toBe(home);
  expect(url!.searchParams.get('client_id')).toBe(testClient.id);
});
