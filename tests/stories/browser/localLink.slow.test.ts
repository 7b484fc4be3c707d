// @module-tag browser

import { createAdmin } from '@rotamer/test-support/admin.ts';
import {
  browserExpected,
  closeContexts,
  expectNoSidewaysScroll,
  launchBrowser,
  phone,
  screens,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir, loginUrl } = inject('stack');

if (!browserExpected) console.warn('login link: skipped, there is no Chromium (where CI is set it fails)');

describe.skipIf(!browserExpected)('a login link of npm start in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  // Open pages read their lists again at every job.
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  const newLink = async (): Promise<string> => (await createAdmin(dataDir).command('login-link')).url;

  /** Opens a window with its own cookies. */
  async function open(options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    return { context, page, watched: watchPage(page) };
  }

  it.each(screens)(
    'check 1: the link that npm start prints signs in once and leaves no token behind, $title',
    async ({ title, first, second }) => {
      // It works once; others are made as it was.
      const link = title === screens[0]!.title ? loginUrl : await newLink();
      const { context, page, watched } = await open(first);
      const addresses: string[] = [];
      page.on('framenavigated', (frame) => addresses.push(frame.url()));
      await page.goto(link);
      await page.getByRole('heading', { name: 'demo' }).waitFor();
      expect(page.url()).toMatch(`${baseUrl}/w/ws_`);
      await page.getByText(/^[\d,.]+ credits left/).waitFor();
      await page.setViewportSize(second.viewport);
      await page.getByText(/^[\d,.]+ credits left/).waitFor();
      await page.locator('summary').click();
      await page.getByRole('link', { name: 'Account and sessions' }).click();
      await page.getByText('demo@rotamer.example').filter({ visible: true }).first().waitFor();
      expect(addresses.at(-1)).not.toContain('token');
      const cookie = (await context.cookies()).find(({ name }) => name === `rotamer_${new URL(baseUrl).port}`)!;
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.goBack();
      expect(page.url()).not.toContain('token=');
      expect([...watched.origins]).toEqual([new URL(baseUrl).origin]);

      const other = await open();
      await other.page.goto(link);
      await other.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    },
  );

  it('is signed out by the button, on every page', async () => {
    const { page, watched } = await open();
    await page.goto(await newLink());
    await page.locator('summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${baseUrl}/account`);
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(watched.complaints).toEqual([]);
  });

  it('confirms the code of a program, which then acts for the person', async () => {
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${baseUrl}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as Record<string, string>;
    };
    const device = await send('/device-authorizations', { client_name: 'rotamer on bench-3' });
    const { page, watched } = await open(phone);
    await page.goto(await newLink());
    await page.getByRole('heading', { name: 'demo' }).waitFor();
    await page.goto(device.verification_uri_complete!);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Sign in rotamer on bench-3?' }).waitFor();
    await page.getByText(device.user_code!).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Sign it in' }).click();
    await page.getByRole('heading', { name: 'The program is signed in' }).waitFor();
    const { access_token } = await send('/device-tokens', { device_code: device.device_code });
    const headers = { authorization: `Bearer ${access_token}` };
    const session = await (await fetch(`${baseUrl}/api/v1/session`, { headers })).json();
    expect(session).toMatchObject({ kind: 'session', user: { email: 'demo@rotamer.example' } });
    expect(watched.complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits the screen of a phone, %s', async (colorScheme) => {
    const { page, watched } = await open({ ...phone, colorScheme });
    await page.goto(`${baseUrl}/login`);
    await expectNoSidewaysScroll(page);
    await page.goto(await newLink());
    await page.getByRole('heading', { name: 'demo' }).waitFor();
    await expectNoSidewaysScroll(page);
    expect(watched.complaints).toEqual([]);
  });
});
