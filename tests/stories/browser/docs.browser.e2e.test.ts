import { browserExpected, launchBrowser, watchPage } from '@rotamer/test-support/browser.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, apiKey } = inject('stack');

if (!browserExpected) console.warn('docs: skipped, there is no /usr/bin/chromium (where CI is set it fails)');

describe.skipIf(!browserExpected)('GET /docs in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** The page, with all operations on it. */
  async function openDocs() {
    const page = await browser.newPage();
    const watched = watchPage(page);
    await page.goto(`${baseUrl}/docs`);
    await page.locator('.opblock').first().waitFor();
    return { page, watched };
  }

  it('shows every operation of the contract by its name', async () => {
    const { page, watched } = await openDocs();
    const shown = await page.locator('.opblock-summary-operation-id').allTextContents();
    const { operations } = await loadContract(baseUrl);
    expect(shown.sort()).toEqual(operations.map(({ operation }) => operation.operationId).sort());
    const { summary } = operations.find(({ operation }) => operation.operationId === 'getTool')!.operation;
    await page.getByText(summary, { exact: true }).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('opens operations and a schema without errors, and loads nothing from other sites', async () => {
    const { page, watched } = await openDocs();
    for (const operation of ['Jobs-submitJob', 'Jobs-streamJobEvents', 'Results-getResult']) {
      await page.locator(`#operations-${operation} .opblock-summary-control`).click();
      await page.locator(`#operations-${operation} .responses-table`).waitFor();
    }
    await page.locator('.models [class$=expand-deep-button]').first().click();
    await page.locator('.models').getByText('The public part of the key').waitFor();
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(baseUrl).origin]);
  });

  it('tries a request out with a key', async () => {
    const { page, watched } = await openDocs();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByLabel('auth-bearer-value').fill(apiKey);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#operations-Account-getAccount .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('COMMERCIAL_TEAM').waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('enforces its content security policy: an inline script is a violation', async () => {
    const { page, watched } = await openDocs();
    await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: 'broken()' }))`);
    expect(watched.complaints).toEqual([expect.stringContaining('Content Security Policy')]);
  });
});
