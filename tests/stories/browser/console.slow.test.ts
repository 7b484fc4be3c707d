// @module-tag browser

import { Rotamer } from '@rotamer/client';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { findBarriers } from '@rotamer/test-support/axe.ts';
import { browserExpected, launchBrowser, watchPage } from '@rotamer/test-support/browser.ts';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir, apiKey } = inject('stack');
const client = new Rotamer({ baseUrl, apiKey });

if (!browserExpected) console.warn('console: skipped, there is no /usr/bin/chromium (where CI is set it fails)');

const lysozyme = {
  tool: 'protein-properties',
  input: {
    inputs: [
      {
        ...{ id: 'lysozyme', slotId: 'sequences', kind: 'protein', format: 'FASTA', source: { type: 'text' as const } },
        content: '>lysozyme\nKVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS',
      },
    ],
  },
};

/** The pages of the list, by the path below the workspace. */
const pages = [
  '',
  'jobs',
  'jobs?state=failed&name=nothing',
  'files',
  'workflows',
  'runs',
  'usage',
  'usage/ledger',
  'settings',
  'search?q=hen',
];

describe.skipIf(!browserExpected)('the console in a browser', () => {
  let browser: Browser;
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  let home: string;
  let jobId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const { context, page } = await open();
    await page.goto((await createAdmin(dataDir).command('login-link')).url);
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    home = page.url();
    cookies = await context.cookies();
    jobId = (await client.jobs.run({ ...lysozyme, name: 'Hen egg white' })).id;
  });
  afterAll(() => browser?.close());

  async function open(options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    if (cookies) await context.addCookies(cookies);
    const page = await context.newPage();
    return { context, page, watched: watchPage(page) };
  }

  const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('has no barrier, no sideways scroll and no complaint at %i px, %s', async (width, colorScheme) => {
    const { page, watched } = await open({ viewport: { width, height: 844 }, colorScheme });
    const ofJob = ['', '/inputs', '/files', '/provenance', '/again', '/share'].map((tab) => `jobs/${jobId}${tab}`);
    for (const path of [...pages, ...ofJob]) {
      const answer = await page.goto(home + path);
      expect(answer!.headers()['content-security-policy'], path).not.toMatch(/unsafe-(inline|eval)/);
      expect([path, answer!.status(), await widthOf(page)]).toEqual([path, 200, width]);
      expect(await page.locator('h1').count(), path).toBe(1);
      expect(await findBarriers(page), path).toEqual([]);
    }
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(baseUrl).origin]);
  });

  it('leads from home to a job, its methods paragraph and its download', async () => {
    const { page, watched } = await open();
    await page.goto(home);
    await page.getByRole('link', { name: 'Hen egg white' }).first().click();
    await page.getByRole('heading', { name: 'Hen egg white' }).waitFor();
    await page.getByText('completed').first().waitFor();
    const tabs = page.getByRole('navigation', { name: 'Job' });
    await tabs.getByRole('link', { name: 'Provenance' }).click();
    await page.getByText(/^Protein properties [\d.]+ was run on one input/).waitFor();
    await tabs.getByRole('link', { name: 'Files' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('row').nth(1).getByRole('link').click();
    expect((await saved).suggestedFilename()).toMatch(/\./);
    expect(watched.complaints).toEqual([]);
  });

  it('shows a job that somebody submits while home is open, until it has ended, by one stream', async () => {
    const { page } = await open();
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    const opened = page.waitForResponse((response) => response.request().resourceType() === 'eventsource');
    await page.goto(home);
    expect((await opened).status()).toBe(200);
    await client.jobs.submit({ ...lysozyme, name: 'Submitted meanwhile' });
    const running = page.getByRole('region', { name: 'Running' });
    await running.getByRole('link', { name: 'Submitted meanwhile' }).waitFor();
    await running.getByText('completed').waitFor();
    expect(streams).toHaveLength(1);
  });

  it('finds jobs, runs one again and signs out without scripts', async () => {
    const { page, context } = await open({ javaScriptEnabled: false });
    await page.goto(`${home}jobs`);
    await page.getByLabel('Name').fill('hen egg');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Hen egg white' }).first().click();
    await page.getByRole('link', { name: 'Run again', exact: true }).click();
    await page.getByRole('button', { name: /^Run for 1 credit/ }).click();
    await page.getByRole('heading', { name: 'Hen egg white' }).waitFor();
    expect(page.url()).not.toContain(jobId);
    const other = await createAdmin(dataDir).command('login-link');
    await context.clearCookies();
    await page.goto(other.url);
    await page.getByRole('button').click();
    await page.locator('summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(home);
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('moves by keyboard: the skip link, and / for the search', async () => {
    const { page } = await open();
    await page.goto(home);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('/');
    await page.keyboard.type(jobId);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hen egg white' }).waitFor();
  });

  it('sends at most 100 KB for a first page', async () => {
    const { page } = await open();
    // The stream of the page never ends, so only requests that have ended are weighed.
    const ended: Request[] = [];
    page.on('requestfinished', (request) => ended.push(request));
    await page.goto(home, { waitUntil: 'load' });
    const sizes = await Promise.all(ended.map((request) => request.sizes()));
    const sent = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(sent).toBeGreaterThan(1_000);
    expect(sent).toBeLessThan(100_000);
  });
});
