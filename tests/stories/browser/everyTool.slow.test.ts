// @module-tag browser

import { Rotamer } from '@rotamer/client';
import { long } from '@rotamer/kit/testing/long.ts';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { browserExpected, launchBrowser, screens, watchPage } from '@rotamer/test-support/browser.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir, apiKey } = inject('stack');
const client = new Rotamer({ baseUrl, apiKey });

if (!browserExpected) console.warn('every tool: skipped, there is no Chromium (where CI is set it fails)');

/** Tools of different kinds of inputs. The long form tries the whole catalogue. */
const some = ['pairwise-align', 'molecule-descriptors', 'orf-finder', 'backbone-torsions', 'distance-tree'];

/** How soon a price is shown: 1 s on an idle machine. Others load the processors of CI. */
const LATEST_MS = 30_000;

/** How long a tool may wait and run. */
const LONGEST_MS = long ? 600_000 : 120_000;

describe.skipIf(!browserExpected)('check 3: the example of every tool', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Runs the example of a tool as a person does. Returns what went wrong. */
  async function tryTool(page: Page, home: string, id: string): Promise<string | undefined> {
    await page.goto(`${home}tools/${id}`);
    const { available, example } = await client.tools.get(id);
    if (!available) {
      const isSaid = (await page.getByText('No runner offers this tool now').count()) > 0;
      return isSaid ? undefined : 'is not available, and the page does not say so';
    }
    const fill = page.getByRole('link', { name: 'Fill in the example' });
    // The inputs of a few tools are too long for an example in the catalogue, and the form offers none.
    if (!example) return (await fill.count()) === 0 ? undefined : 'offers an example that it does not have';
    await fill.click();
    const filledAt = performance.now();
    await page.locator('.cost .price').waitFor();
    const waited = performance.now() - filledAt;
    if (waited > LATEST_MS) return `the price appeared after ${Math.round(waited)} ms`;
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\/jobs\/job_/);
    await page
      .locator('.progress .status')
      .filter({ hasText: /completed|failed|stopped|timed out/ })
      .waitFor();
    const state = (await page.locator('.progress .status').first().innerText()).trim();
    return state === 'completed' ? undefined : `${state}: ${await page.locator('.notice').first().innerText()}`;
  }

  it('check 3: shows a price, runs and completes, without a reload by the reader', {
    timeout: long ? 3_600_000 : 240_000,
  }, async () => {
    const ids = long ? (await client.tools.list().take(1_000)).map(({ id }) => id) : some;
    const failures: Record<string, string> = {};
    // The first and the last screen: wide and narrow.
    const lines = [screens[0]!.first, screens.at(-1)!.second].map(async (screen, line) => {
      const context = await browser.newContext(screen);
      const page = await context.newPage();
      watchPage(page);
      page.setDefaultTimeout(LONGEST_MS);
      await page.goto((await createAdmin(dataDir).command('login-link')).url);
      await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
      const home = page.url();
      // The long form tries each tool in both windows.
      for (const id of ids.filter((_, i) => long || i % 2 === line)) {
        const failure = await tryTool(page, home, id).catch((error) => String(error).slice(0, 300));
        if (failure) failures[`${id}, ${screen.viewport.width} px`] = failure;
      }
    });
    await Promise.all(lines);
    expect(failures).toEqual({});
  });
});
