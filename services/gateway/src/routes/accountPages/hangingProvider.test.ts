import { readProviders } from '@rotamer/accounts/oidc/providers.ts';
import { testClient, testProvider } from '@rotamer/accounts/oidc/testing/testProvider.ts';
import { oidcPages } from '@rotamer/accounts/oidcPages/oidcPages.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { expect, it, onTestFinished } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const publicUrl = 'https://rotamer.example';

it('answers the API, and sign-ins beyond 100 at once, while a provider hangs', async () => {
  const { issuer, broken } = await testProvider({ callbacks: [`${publicUrl}/login/oidc/lab/callback`] });
  broken.set('/.well-known/openid-configuration', 'hang');
  const provider = { id: 'lab', title: 'Lab', issuer, client_id: testClient.id, rules: [{ everyone: true }] };
  const providers = readProviders(JSON.stringify([provider]));
  const settings = { clock: systemClock, publicUrl, shareSecret: 'secret', stepMs: 1_000 };
  const { app, issueKey, stop } = await testGateway({
    publicUrl,
    capacity: { maxInFlight: 150, maxLoopDelayMs: 60_000, loopDelayMs: () => 0 },
    signInWays: {
      oidc: {
        providers: [{ id: 'lab', name: 'Lab' }],
        connected: async () => [],
        pages: (pages, frame) =>
          oidcPages(pages, {
            ...{ ...settings, ...frame, providers },
            useState: async () => true,
            signIn: async () => 'usr_1',
          }),
      },
    },
  });
  onTestFinished(stop);
  const ended: number[] = [];
  const hanging = Array.from({ length: 110 }, async (_, i) => {
    const response = await app.inject({ url: '/login/oidc/lab', remoteAddress: `192.0.2.${i}` });
    ended.push(i);
    return response;
  });
  const headers = bearer(issueKey());
  await eventually(() => expect(ended.length).toBeGreaterThanOrEqual(10));
  // Lists are refused first, when 90 requests are in progress.
  expect((await app.inject({ url: '/api/v1/projects', headers })).statusCode).toBe(200);
  for (const { statusCode, body } of await Promise.all(hanging))
    expect([statusCode, body]).toEqual([503, expect.stringContaining('does not respond')]);
  expect(ended.slice(0, 10).every((i) => i >= 100)).toBe(true);
});
