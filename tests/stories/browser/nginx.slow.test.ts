// @module-tag browser

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserExpected, launchBrowser, watchPage } from '@rotamer/test-support/browser.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { freePort, nginxExpected, startNginx } from '@rotamer/test-support/nginx.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

const isExpected = browserExpected && nginxExpected;
if (!isExpected) console.warn('nginx: skipped, chromium or nginx is missing (where CI is set it fails)');

describe.skipIf(!isExpected)('below a path of nginx, in a browser', () => {
  it('shows the reference and a shared job completely, and loads nothing from other addresses', {
    timeout: 180_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rotamer-nginx-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [port, gateway] = [await freePort(), new URL(inject('stack').baseUrl).host];
    const server = `location /rotamer/ { proxy_pass http://${gateway}/; }`;
    const nginx = await startNginx(folder, [{ port, server }]);
    onTestFinished(() => nginx.stop());
    const base = `http://127.0.0.1:${port}/rotamer`;
    const { client } = await newWorkspace();
    const { id } = (await client.post<Job>('/jobs', propertiesOf(lysozyme))).body;
    await waitForJob(client, id);
    await client.patch(`/jobs/${id}/share`, { visibility: 'PUBLIC' });

    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const watched = watchPage(page);
    await page.goto(`${base}/docs`);
    await page.getByRole('heading', { name: 'Rotamer', level: 1 }).waitFor();
    const text = async () => (await page.locator('body').innerText()).replaceAll(/\s+/g, '');
    await expect.poll(text, { timeout: 60_000, interval: 1_000 }).toContain(`ROTAMER_BASE_URL=${base}`);
    await page.goto(`${base}/share/${id}`);
    const picture = page.locator('img').first();
    await picture.scrollIntoViewIfNeeded();
    const width = () => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(width, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(base).origin]);
  });
});
