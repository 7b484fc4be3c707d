// @module-tag browser

import { findBarriers } from '@rotamer/test-support/axe.ts';
import {
  browserExpected,
  closeContexts,
  expectNoSidewaysScroll,
  launchBrowser,
  phone,
  waitUntil,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { conformersOf, descriptorsOf, type JobRequest, propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, JobResult, JobSharing } from '@rotamer/test-support/resources.ts';
import { linksIn } from '@rotamer/test-support/sharing.ts';
import { kinaseLibrary, lysozyme } from '@rotamer/test-support/testData.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

if (!browserExpected) console.warn('sharePage: skipped, there is no Chromium (where CI is set it fails)');

describe.skipIf(!browserExpected)('GET /share/{jobId} in a browser', () => {
  let browser: Browser;
  let workspace: Workspace;
  /** The job with the properties of lysozyme. Each test first sets who may see it. */
  let properties: string;

  beforeAll(async () => {
    [browser, workspace] = await Promise.all([launchBrowser(), newWorkspace()]);
    properties = await finished(propertiesOf(lysozyme, { name: 'Hen egg white lysozyme' }));
  });
  // Open pages read their lists again at every job.
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  /** Runs a job to its end. Returns its id. */
  async function finished(request: JobRequest) {
    const { id } = (await workspace.client.post<Job>('/jobs', request)).body;
    await waitForJob(workspace.client, id);
    return id;
  }

  /** Shares a job. Returns the link. */
  async function share(id: string, sharing: object = { visibility: 'PUBLIC' }) {
    return linksIn(await workspace.client.patch<JobSharing>(`/jobs/${id}/share`, sharing))[0]!;
  }

  /** Opens a link in a new browser context, without cookies. */
  async function open(link: string, options: BrowserContextOptions = {}) {
    const context: BrowserContext = await browser.newContext(options);
    const page = await context.newPage();
    const watched = watchPage(page);
    await page.goto(link);
    /**
     * Returns the browser's complaints, except those of the graphics driver about slow rendering without a graphics
     * card.
     */
    const complaints = () => watched.complaints.filter((text) => !text.includes('GL Driver Message'));
    return { page, complaints, watched };
  }

  it('shows properties and offers files without JavaScript', async () => {
    const { page } = await open(await share(properties), { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Hen egg white lysozyme');
    const { body } = await workspace.client.get<JobResult>(`/results/${properties}`);
    const row = page.getByRole('row').filter({ hasText: 'molecular weight' });
    // The page rounds as the column of the tool says.
    expect(await row.getByRole('cell').textContent()).toBe(Number(body.results[0]!.value.molecular_weight).toFixed(2));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: body.files[0]!.name }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(body.files[0]!.name);
  });

  it('shows the pictures of a result', async () => {
    const { page, complaints } = await open(await share(properties));
    const picture = page.getByRole('img', { name: 'Hydropathy profile' });
    await picture.scrollIntoViewIfNeeded();
    const width = 'document.images[0].decode().then(() => document.images[0].naturalWidth)';
    expect(await page.evaluate(width)).toBe(800);
    expect(complaints()).toEqual([]);
  });

  it('has no barriers, also on a dark phone, as the welcome page and those of the tools', async () => {
    const { page } = await open(await share(properties), phone);
    const { baseUrl } = workspace.client;
    for (const url of [page.url(), `${baseUrl}/`, `${baseUrl}/tools`, `${baseUrl}/tools/vina-dock`]) {
      await page.goto(url);
      expect(await findBarriers(page), url).toEqual([]);
      await expectNoSidewaysScroll(page, url);
    }
  });

  it('draws molecules, and loads nothing from other sites', async () => {
    const link = await share(await finished(descriptorsOf(kinaseLibrary)));
    const { page, complaints, watched } = await open(link);
    const row = page.getByRole('row').filter({ hasText: 'aspirin' });
    await row.scrollIntoViewIfNeeded();
    await row.locator('img.molecule').waitFor();
    // `decode` fails for anything that is not a picture.
    await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
    expect(complaints()).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(link).origin]);
  });

  it('shows structures in 3D, one model after another', async () => {
    const { page, complaints } = await open(await share(await finished(conformersOf('CCCCCC hexane', 3))));
    const stage = page.locator('.stage[data-step="1"]');
    await stage.locator('canvas').first().waitFor();
    // Hexane has 20 atoms with its hydrogens, as the viewer itself counts them.
    expect(await stage.getAttribute('data-atoms')).toBe('20');
    const first = (await stage.screenshot()).toString('base64');
    await page.getByRole('button', { name: 'Next' }).click();
    const next = page.locator('.stage[data-step="2"]');
    const picture = async () => (await next.screenshot()).toString('base64');
    await expect.poll(picture, { timeout: 60_000 }).not.toBe(first);
    // In a narrower window the view fits again, so that the key which shows all changes nothing.
    await next.focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    const width = "document.querySelector('.stage canvas').width";
    const wide = await page.evaluate(width);
    await page.setViewportSize(phone.viewport);
    await waitUntil(page, `${width} < ${wide}`);
    const fitted = await picture();
    await page.keyboard.press('0');
    expect(await picture()).toBe(fitted);
    expect(complaints()).toEqual([]);
  });

  it('removes the token of an invitation from the address', async () => {
    const sharing = { visibility: 'INVITED', add_invites: ['ada@example.org'] };
    const link = await share(properties, sharing);
    expect(link).toContain('?t=');
    const { page, complaints } = await open(link);
    expect(new URL(page.url()).search).toBe('');
    await page.getByText('molecular weight').waitFor();
    expect(complaints()).toEqual([]);
    const stranger = await open(`${workspace.client.baseUrl}/share/${properties}`);
    await stranger.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('signs in with a key through a form, with and without JavaScript', async () => {
    const link = await share(properties, { visibility: 'AUTHENTICATED' });
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open(link, { javaScriptEnabled });
      await page.getByLabel('API key').fill('nonsense');
      await page.getByRole('button').click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('API key').fill(workspace.key.key);
      await page.getByRole('button').click();
      await page.getByText('molecular weight').waitFor();
      expect(page.url()).toBe(link);
    }
  });
});
