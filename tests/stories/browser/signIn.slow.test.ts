// @module-tag browser

import { createServer } from 'node:net';
import { readProviders } from '@rotamer/accounts/oidc/providers.ts';
import { testClient, testProvider } from '@rotamer/accounts/oidc/testing/testProvider.ts';
import { oidcPages } from '@rotamer/accounts/oidcPages/oidcPages.ts';
import { testConsole } from '@rotamer/console/testing/testConsole.ts';
import { testGateway } from '@rotamer/gateway/testing/testGateway.ts';
import { createRenderPage } from '@rotamer/http/pages/renderPage.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { browserExpected, launchBrowser, watchPage } from '@rotamer/test-support/browser.ts';
import { expect, it, onTestFinished } from 'vitest';

if (!browserExpected) console.warn('sign-in: skipped, there is no Chromium (where CI is set it fails)');

/** Returns a port that was free a moment ago: the redirect URI must be known before the gateway listens. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

it.skipIf(!browserExpected)('signs in and out with a real provider of OpenID Connect', async () => {
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const home = `${publicUrl}/login`;
  const people = { ada: { email: 'ada@example.org', email_verified: true } };
  const { issuer } = await testProvider({ callbacks: [`${publicUrl}/login/oidc/lab/callback`], home, people });
  const setting = {
    id: 'lab',
    title: 'Lab account',
    issuer,
    client_id: testClient.id,
    client_secret: testClient.secret,
  };
  const providers = readProviders(JSON.stringify([{ ...setting, rules: [{ everyone: true }] }]));
  const signedIn: string[] = [];
  const states = new Set<string>();
  const { app: console } = await testConsole({}, publicUrl);
  const consoleUrl = await console.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => console.close());
  const { app, stop } = await testGateway({
    publicUrl,
    consoleUrl,
    renderPage: createRenderPage(consoleUrl),
    signInWays: {
      oidc: {
        providers: [{ id: 'lab', name: 'Lab account' }],
        connected: async () => ['lab'],
        pages: (pages, frame) =>
          oidcPages(pages, {
            ...{ ...frame, providers, clock: systemClock, publicUrl, shareSecret: 'secret of the tests' },
            useState: async (state) => states.size < states.add(state).size,
            signIn: async (_, { email }) => {
              signedIn.push(email!);
              return 'usr_1';
            },
          }),
      },
    },
  });
  onTestFinished(stop);
  await app.listen({ port: Number(new URL(publicUrl).port), host: '127.0.0.1' });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  const { complaints } = watchPage(page);

  // Under another name of this machine, where the cookie of the sign-in would not be sent back.
  await page.goto(`${publicUrl.replace('127.0.0.1', 'localhost')}/login?next=/account`);
  await page.getByRole('link', { name: 'Sign in with Lab account' }).click();
  await page.getByLabel('Name').fill('ada');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('usr_1@example.org').filter({ visible: true }).first().waitFor();
  expect([signedIn, new URL(page.url()).pathname]).toEqual([['ada@example.org'], '/account']);
  expect(page.url()).not.toMatch(/code|state/);

  await page.goBack();
  await page.goto(`${publicUrl}/account`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are signed out here.').waitFor();
  await page.getByRole('link', { name: 'Sign out of Lab account too' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${home}*`);
  expect(await page.getByText('You are signed out here.').count()).toBe(0);
  await page.getByRole('link', { name: 'Sign in with Lab account' }).click();
  await page.getByLabel('Name').waitFor();
  expect(complaints).toEqual([]);
});
