// @module-tag browser

import { Rotamer } from '@rotamer/client';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { findBarriers } from '@rotamer/test-support/axe.ts';
import {
  browserExpected,
  closeContexts,
  expectNoSidewaysScroll,
  launchBrowser,
  screens,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import {
  type Definition,
  describedProteins,
  describedTwice,
  publish,
  reviewedMolecules,
  textOf,
  threeMolecules,
} from '@rotamer/test-support/workflows.ts';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir, apiKey } = inject('stack');
const client = new Rotamer({ baseUrl, apiKey });

if (!browserExpected) console.warn('runs: skipped, there is no Chromium (where CI is set it fails)');

describe.skipIf(!browserExpected).each(screens)('workflow runs in the console, $title', ({ first, second }) => {
  let browser: Browser;
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  let home: string;
  let email: string;
  /** A run that waits for a review while the other tests run. */
  let mailed: string;
  let reviewed: string;
  let described: string;
  let twice: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const admin = createAdmin(dataDir);
    const { user, workspace } = await client.session.get();
    email = user.email;
    await client.members.update(user.id, { name: 'Ada Lovelace' });
    const publishIt = async (definition: Definition) =>
      (await publish({ id: workspace.id, admin }, definition, { name: 'Story' })).workflow_id;
    reviewed = await publishIt(reviewedMolecules);
    described = await publishIt(describedProteins);
    twice = await publishIt(describedTwice);
    mailed = (
      await client.workflows.start(reviewed, {
        ...{ name: 'By mail', max_credits: 20, input_data: textOf('molecules', threeMolecules) },
      } as Parameters<typeof client.workflows.start>[1])
    ).id;
    const { page, context } = await open();
    await page.goto((await admin.command('login-link')).url);
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    home = page.url();
    cookies = await context.cookies();
  });
  // Open pages read their lists again at every job.
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  async function open(options: BrowserContextOptions = first) {
    const context = await browser.newContext(options);
    if (cookies) await context.addCookies(cookies);
    const page = await context.newPage();
    return { context, page, watched: watchPage(page) };
  }

  it('check 14, 15: goes from the form of a workflow to a review by keyboard, and to the results', async () => {
    const { page, watched } = await open();
    await page.goto(`${home}workflows/${reviewed}`);
    await page.getByLabel('molecules: paste a text').fill(threeMolecules);
    await page.getByRole('button', { name: 'Show the price' }).click();
    await page
      .getByRole('row', { name: /^descriptors/ })
      .getByText('1 credit')
      .waitFor();
    await page.getByLabel('Costs at most, in credits').fill('20');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('link', { name: 'Review the candidates' }).waitFor();
    await page.getByRole('link', { name: /^Choose molecules\s*curation\s*waits for a review/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const runId = new URL(page.url()).pathname.split('/').at(-1)!;

    const reader = await open(second);
    await reader.page.goto(`${baseUrl}/workflow-runs/${runId}/review`);
    await reader.page.getByRole('heading', { name: 'Choose molecules' }).waitFor();
    expect(await findBarriers(reader.page)).toEqual([]);
    await expectNoSidewaysScroll(reader.page);
    await reader.page.getByRole('row').filter({ hasText: 'butane' }).locator('img.molecule').first().waitFor();
    expect([...reader.watched.origins]).toEqual([new URL(baseUrl).origin]);
    const late = await open();
    await late.page.goto(reader.page.url());

    await reader.page.getByLabel('Value').fill('40');
    await reader.page.getByRole('button', { name: 'Tick these' }).press('Enter');
    await reader.page.getByText('2 of 3 approved').waitFor();
    await reader.page.getByText('going on costs 2 credits').waitFor();
    // The bar follows each tick.
    const butane = reader.page.getByRole('checkbox', { name: 'butane' });
    for (const [approved, price] of [
      ['1 of 3 approved', 'going on costs 1 credit'],
      ['2 of 3 approved', 'going on costs 2 credits'],
    ] as const) {
      await butane.press('Space');
      await reader.page.getByText(approved).waitFor();
      await reader.page.getByText(price, { exact: true }).waitFor();
    }
    await reader.page.getByLabel('Note').fill('The heaviest');
    await reader.page.getByRole('button', { name: 'Approve and go on' }).press('Enter');
    await reader.page.getByText('completed', { exact: true }).filter({ visible: true }).first().waitFor();
    await reader.page.getByRole('link', { name: /^Choose molecules\s*curation\s*completed/ }).click();
    await reader.page.getByText(/2 of 3 approved by Ada Lovelace/).waitFor();
    expect(await reader.page.getByText('usr_').count()).toBe(0);

    await late.page.getByRole('checkbox', { name: 'butane' }).check();
    await late.page.getByRole('button', { name: 'Approve and go on' }).click();
    await late.page.getByRole('alert').filter({ hasText: 'Ada Lovelace decided before you' }).waitFor();
    expect((await client.runs.get(runId)).nodes.find(({ id }) => id === 'review')!.decision).toMatchObject({
      approved: 2,
      note: 'The heaviest',
    });
    await late.page.getByRole('link', { name: 'See the results' }).click();
    await late.page.getByRole('heading', { name: 'result' }).waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('check 16: raises the cap of a run, and says what another attempt costs before it begins', async () => {
    const proteins = '>a\nMKVLA\n>b\nMKVLG\n>c\nMKVLS\n';
    const body = { name: 'At its cap', max_credits: 2, input_data: textOf('proteins', proteins) };
    const run = await client.workflows.start(described, body as Parameters<typeof client.workflows.start>[1]);
    for await (const { status } of client.runs.follow(run.id)) if (status === 'PAUSED') break;
    const { page } = await open(second);
    await page.goto(home);
    await page.getByRole('region', { name: 'Waits for you' }).getByText('reached its cap').waitFor();
    await page.getByRole('link', { name: 'At its cap', exact: true }).click();
    await page.getByText('2 credits of 2 credits are spent or reserved').waitFor();
    await page.getByLabel('New cap in credits').fill('20');
    await page.getByRole('button', { name: 'Raise the cap and go on' }).click();
    await page.getByRole('link', { name: 'Run again from the start' }).click();
    await page.getByText('costs 3 credits').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Begin the attempt' }).click();
    await page.getByText('3 credits in earlier attempts').waitFor();
    await page
      .getByRole('link', { name: /^properties\s*protein-properties\s*completed · 3 of 3 jobs · 3 credits/ })
      .waitFor();
    const entries = await client.ledger.list({ limit: 100 }).take(100);
    const jobs = new Set((await client.runs.get(run.id)).jobs.map(({ job_id }) => job_id));
    expect(entries.filter(({ job_id }) => jobs.has(job_id)).length).toBeGreaterThan(0);
    await waitFor('the attempt to be settled', async () => (await client.runs.get(run.id)).actual_credits === 6);
  });

  it('check 16: retries a capped run from the step that did not end, for the price that was said before', async () => {
    const body = { name: 'Cut short', max_credits: 2, input_data: textOf('molecules', threeMolecules) };
    const run = await client.workflows.start(twice, body as Parameters<typeof client.workflows.start>[1]);
    for await (const { status } of client.runs.follow(run.id)) if (status === 'PAUSED') break;
    const { page, watched } = await open();
    await page.goto(`${home}runs/${run.id}`);
    await page.getByText('2 credits of 2 credits are spent or reserved').waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('link', { name: /^chosen\s*molecule-descriptors\s*cancelled/ }).click();
    const before = await waitFor('the run to be settled', async () => {
      const { actual_credits, estimated_credits } = await client.runs.get(run.id);
      return actual_credits === estimated_credits && actual_credits;
    });
    await page.getByRole('link', { name: 'Retry from here' }).click();
    await page.getByRole('heading', { name: 'Retry from “chosen”' }).waitFor();
    await page.getByText('It reuses 1 job of 3 steps and costs 3 credits.').waitFor();
    const reused = page.getByRole('row', { name: /^descriptors reused/ });
    await reused.getByRole('link', { name: 'molecule-descriptors 1' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect((await client.runs.get(run.id)).estimated_credits).toBe(before);
    await page.getByRole('button', { name: 'Begin the attempt' }).click();
    await page.getByText('completed', { exact: true }).filter({ visible: true }).first().waitFor();

    const ended = await waitFor('the attempt to be settled', async () => {
      const { status, actual_credits, attempts } = await client.runs.get(run.id);
      return status === 'COMPLETED' && actual_credits === before + 3 && attempts.at(-1)!;
    });
    expect(ended.actual_credits).toBe(3);
    // The ledger agrees: nothing was charged twice, and the reused job in the first attempt only.
    const entries = await client.ledger.list({ limit: 100 }).take(100);
    const charges = entries.filter(({ kind, run_id }) => kind === 'post' && run_id === run.id);
    expect(charges.reduce((sum, { balance_change }) => sum - balance_change, 0)).toBe(before + 3);
    expect(new Set(charges.map(({ job_id }) => job_id)).size).toBe(charges.length);
    expect(watched.complaints).toEqual([]);
  });

  it('reviewer, check 14: goes from the mail to the decision, signed out at first, on a phone', async () => {
    // Mails about reviews are sent after half a minute, so the run was started before the other tests.
    const mail = await waitFor('the mail', () => mailsTo(dataDir, email).find((one) => one.includes(mailed)), {
      timeoutMs: 200_000,
    });
    const link = /https?:\/\/\S+\/review\b\S*/.exec(mail)![0];
    const { page, context, watched } = await open(second);
    await context.clearCookies();
    await page.goto(link);
    await page
      .getByLabel('API key')
      .or(page.getByRole('heading', { name: 'Sign in' }))
      .first()
      .waitFor();
    await context.addCookies(cookies);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Choose molecules' }).waitFor();
    await page.getByRole('checkbox', { name: 'propane' }).press('Space');
    await page.getByText('1 of 3 approved').waitFor();
    await page.getByRole('button', { name: 'Approve and go on' }).press('Enter');
    await page.getByText('completed', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.getByRole('link', { name: /^Choose molecules\s*curation\s*completed/ }).click();
    await page.getByText(/1 of 3 approved by Ada Lovelace/).waitFor();
    await expectNoSidewaysScroll(page);
    expect(watched.complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('check 20: decides a review without JavaScript', async () => {
    const run = await client.workflows.start(reviewed, {
      max_credits: 20,
      input_data: textOf('molecules', threeMolecules),
    } as Parameters<typeof client.workflows.start>[1]);
    for await (const { status } of client.runs.follow(run.id)) if (status === 'PAUSED') break;
    const { page } = await open({ ...first, javaScriptEnabled: false });
    await page.goto(`${home}runs/${run.id}/review`);
    await page.getByLabel('Value').fill('40');
    await page.getByRole('button', { name: 'Tick these' }).click();
    await page.getByText('2 of 3 approved').waitFor();
    await page.getByRole('button', { name: 'Approve and go on' }).click();
    await page
      .getByText(/2 of 3 approved by Ada Lovelace|running/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect((await client.runs.get(run.id)).nodes.find(({ id }) => id === 'review')!.decision!.approved).toBe(2);
  });
});
