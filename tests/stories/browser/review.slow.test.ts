// @module-tag browser

import { browserExpected, launchBrowser, watchPage } from '@rotamer/test-support/browser.ts';
import type { WorkflowCuration } from '@rotamer/test-support/resources.ts';
import {
  publish,
  reviewedMolecules,
  startRun,
  textOf,
  threeMolecules,
  waitForRun,
} from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

if (!browserExpected) console.warn('review: skipped, there is no /usr/bin/chromium (where CI is set it fails)');

describe.skipIf(!browserExpected)('GET /workflow-runs/{runId}/review in a browser', () => {
  let browser: Browser;
  let workspace: Workspace;
  let workflow: string;

  beforeAll(async () => {
    [browser, workspace] = await Promise.all([
      launchBrowser(),
      newWorkspace({ limits: { 'requests-per-minute': 6_000 } }),
    ]);
    workflow = (await publish(workspace, reviewedMolecules)).workflow_id;
  });
  afterAll(() => browser?.close());

  /** Starts a run, and waits until it pauses for a selection. */
  async function paused() {
    const { client } = workspace;
    const { body } = await startRun(client, workflow, { input_data: textOf('molecules', threeMolecules) });
    await waitForRun(client, body.id);
    return (await client.get<WorkflowCuration>(`/workflow-runs/${body.id}/curation`)).body;
  }

  /** Opens the review page of a run, signed in. */
  async function open({ review_url }: WorkflowCuration, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(90_000); // 30 s would be too short on busy machines
    const page = await context.newPage();
    const watched = watchPage(page);
    await page.goto(new URL(review_url, workspace.client.baseUrl).href);
    await page.getByLabel('API key').fill('nonsense');
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('API key').fill(workspace.key.key);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Choose molecules' }).waitFor();
    return { page, watched };
  }

  it('records a decision and continues the run, without JavaScript', async () => {
    const { client } = workspace;
    const curation = await paused();
    const { page } = await open(curation, { javaScriptEnabled: false });
    await page.getByText(curation.candidate_set_digest).waitFor();
    await page.getByLabel('butane').check();
    await page.getByLabel('Comment').fill('The heaviest');
    await page.getByRole('button', { name: 'Approve the selected candidates' }).click();
    await page.getByText('1 of 3 approved').waitFor();
    await page.getByRole('button', { name: 'Continue the run' }).click();
    await page.locator('.status').waitFor();
    const runId = curation.review_url.split('/')[2]!;
    const done = await waitForRun(client, runId, ['COMPLETED']);
    expect(done.jobs.filter(({ node_id }) => node_id === 'chosen')).toHaveLength(1);
  });

  it('draws molecules, and loads nothing from other sites', async () => {
    const { page, watched } = await open(await paused());
    await page.getByRole('row').filter({ hasText: 'butane' }).locator('img.molecule').first().waitFor();
    // The refused key makes a 401 response, which browsers log.
    expect(watched.complaints.filter((text) => !text.includes('401'))).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(workspace.client.baseUrl).origin]);
  });

  it('shows that a selection is already recorded when a second person sends one', async () => {
    const curation = await paused();
    const { page } = await open(curation, { javaScriptEnabled: false });
    await page.getByLabel('butane').check();
    const ethane = curation.candidates.find(({ label }) => label === 'ethane')!;
    const url = `/workflow-runs/${curation.review_url.split('/')[2]}/curation`;
    const { candidate_set_digest } = curation;
    await workspace.client.post(url, { candidate_set_digest, approved_candidate_ids: [ethane.id] });
    await page.getByRole('button', { name: 'Approve the selected candidates' }).click();
    await page.getByRole('alert').filter({ hasText: 'another one was recorded before' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'ethane' }).getByText('approved').waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'butane' }).getByText('rejected').count()).toBe(1);
  });
});
