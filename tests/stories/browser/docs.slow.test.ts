// @module-tag browser

import { long } from '@rotamer/kit/testing/long.ts';
import {
  browserExpected,
  closeContexts,
  expectNoSidewaysScroll,
  launchBrowser,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, apiKey } = inject('stack');

if (!browserExpected) console.warn('docs: skipped, there is no Chromium (where CI is set it fails)');

describe.skipIf(!browserExpected)('GET /docs in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  /** Opens the reference at one operation, in a window as wide as a desktop's or a phone's. */
  async function openDocs(place = '', width = 1280) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const watched = watchPage(page);
    await page.goto(`${baseUrl}/docs${place}`);
    await page.getByRole('heading', { name: 'Rotamer', level: 1 }).waitFor();
    return { page, watched };
  }

  const submit = '#tag/jobs/POST/api/v1/jobs';

  it('finds every operation of the contract by its name, and refuses an inline script', async () => {
    const { page, watched } = await openDocs();
    const { operations } = await loadContract(baseUrl);
    const closed = page.getByRole('button', { name: 'Open Group', exact: false });
    // The reference draws its groups one after the other.
    const missing = async () => {
      while ((await closed.count()) > 0) await closed.first().click();
      const shown = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
      return operations.map(({ operation }) => operation.summary!).filter((summary) => !shown.includes(summary));
    };
    // Each look at the whole text takes a second.
    await expect.poll(missing, { timeout: 180_000, interval: 1_000 }).toEqual([]);
    expect(watched.complaints).toEqual([]);
    // The page enforces its content security policy: an inline script is a violation.
    await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: 'broken()' }))`);
    const complaints = () => watched.complaints;
    await expect.poll(complaints, { timeout: 30_000 }).toEqual([expect.stringContaining('Content Security Policy')]);
  });

  it('shows an operation with its four samples, fits a phone, and loads nothing from other sites', async () => {
    const { page, watched } = await openDocs(submit);
    const operation = page.locator('section[id$="tag/jobs/POST/api/v1/jobs"]');
    const samples = {
      curl: 'curl "$ROTAMER_BASE_URL',
      'Command line': 'rotamer submit',
      TypeScript: 'rotamer.jobs.submit({',
      Python: 'client.jobs.submit(',
    };
    let chosen = 'curl';
    for (const [label, code] of Object.entries(samples)) {
      await operation.getByRole('button', { name: chosen, exact: true }).click();
      await page.getByRole('option', { name: label, exact: true }).click();
      await operation.getByText(code).filter({ visible: true }).first().waitFor();
      chosen = label;
    }
    await page.setViewportSize({ width: 390, height: 900 });
    await expectNoSidewaysScroll(page);
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(baseUrl).origin]);
    for (const link of await page.locator('a[href^="http"]').all()) {
      expect((await link.isVisible()) && (await link.getAttribute('href'))).toBe(false);
    }
  });

  it.skipIf(!long)('opens on the screen of a phone', async () => {
    const { page, watched } = await openDocs(submit, 390);
    await page.getByRole('heading', { name: 'Submit a job' }).waitFor();
    await expectNoSidewaysScroll(page);
    expect(watched.complaints).toEqual([]);
  });

  it('sends a request with a key from the page', async () => {
    const { page, watched } = await openDocs('#tag/account/GET/api/v1/account');
    await page.getByLabel('Bearer Token').filter({ visible: true }).first().fill(apiKey);
    const operation = page.locator('section[id$="tag/account/GET/api/v1/account"]');
    await operation.getByRole('button', { name: /Test Request/ }).click();
    await page.getByRole('button', { name: /^Send get request/ }).click();
    await page.getByText('COMMERCIAL_TEAM').filter({ visible: true }).first().waitFor();
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(baseUrl).origin]);
  });

  it('links to guides, which link back and show samples in the chosen language', async () => {
    const { page, watched } = await openDocs();
    await page.getByRole('link', { name: 'The first job' }).click();
    await page.getByRole('heading', { name: 'The first job' }).waitFor();
    const sample = page.locator('.sample').first();
    await sample.getByText('Python', { exact: true }).click();
    await sample.getByText('client.jobs.run(').waitFor();
    expect(await sample.getByText('rotamer.jobs.run(').isVisible()).toBe(false);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    await page.locator('.sample', { hasText: '/jobs/quote' }).getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('heading', { name: 'Get a quote for a job' }).waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
