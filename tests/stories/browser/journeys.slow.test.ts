// @module-tag browser

import { randomUUID } from 'node:crypto';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import {
  browserExpected,
  clickThrough,
  closeContexts,
  launchBrowser,
  screens,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import { operators } from '@rotamer/test-support/operators.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const { dataDir } = inject('stack');

if (!browserExpected) console.warn('journeys: skipped, there is no Chromium (where CI is set it fails)');

/** The journey of a reviewer is in runs.slow.test.ts. */
describe.skipIf(!browserExpected).each(screens)('whole journeys, $title', ({ first, second }) => {
  let browser: Browser;
  let workspace: Workspace;

  beforeAll(async () => {
    [browser, workspace] = await Promise.all([launchBrowser(), newWorkspace({ credits: 50 })]);
  });
  // Open pages read their lists again at every job.
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  async function signIn(email: string, options: BrowserContextOptions = first) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const watched = watchPage(page);
    await page.goto((await createAdmin(dataDir).command('login-link', { user: email })).url);
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    return { page, watched, home: page.url() };
  }

  const newPerson = async (role: string, email = `${role}-${randomUUID()}@example.org`) => {
    await workspace.admin.command('user create', { workspace: workspace.id, email, role });
    return email;
  };

  it('scientist: finds a tool, sees the price, runs it, reads the result, uses it again and finds it by search', async () => {
    const { page, watched } = await signIn(await newPerson('member'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('searchbox', { name: 'What do you want to do?' }).fill('isoelectric point');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Protein properties' }).click();
    await page.getByRole('link', { name: 'Fill in the example' }).click();
    await page.getByRole('complementary', { name: 'Price' }).getByText('1 credit', { exact: true }).waitFor();
    const name = `Globins ${randomUUID()}`;
    await page.getByLabel('Name of the job').fill(name);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.evaluate('window.isSamePage = true');
    await page.getByText('completed').filter({ visible: true }).first().waitFor();
    await page.getByText('Isoelectric point').filter({ visible: true }).first().waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await page.getByText('49 credits').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Job' });
    await tabs.getByRole('link', { name: 'Provenance' }).click();
    await page.getByText(/^Protein properties [\d.]+ was run on/).waitFor();
    await page.setViewportSize(second.viewport);
    await clickThrough(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }));
    await page.getByRole('link', { name }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(name.slice(0, 20));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?/);
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('link', { name: 'Ledger' }).click();
    // The charge follows the end of the job, and the page shows it when it is read again.
    const charge = page.getByRole('row', { name: /charged.*protein-properties/ });
    await waitFor('the charge', async () => {
      if ((await charge.count()) > 0) return true;
      await page.reload();
    });
    expect(watched.complaints).toEqual([]);
  });

  it('admin: invites a person by mail, makes an admin of one, sets a budget, and makes and revokes a key', async () => {
    const colleague = await newPerson('member');
    const { page, watched, home } = await signIn(await newPerson('owner'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    const guest = `guest-${randomUUID()}@example.org`;
    await page.getByLabel('Mail address').fill(guest);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('button', { name: `Withdraw the invitation of ${guest}` }).waitFor();
    const mail = await waitFor('the mail', () => mailsTo(dataDir, guest)[0]);
    expect(mail).toContain('/invitations/');
    await page.getByLabel(`Role of ${colleague}`, { exact: true }).selectOption('admin');
    await clickThrough(page, page.getByRole('button', { name: `Change the role of ${colleague}` }));
    expect(await page.getByLabel(`Role of ${colleague}`, { exact: true }).inputValue()).toBe('admin');

    await page.setViewportSize(second.viewport);
    await page.goto(`${home}usage`);
    await page.getByLabel('Credits').fill('20');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('row', { name: /^the workspace 20 a month/ }).waitFor();

    await page.goto(`${home}settings/keys`);
    await page.getByText('Create a key').click();
    await page.getByLabel('Name').fill('Nightly screening');
    await page.getByRole('button', { name: 'Create the key' }).click();
    expect(await page.getByLabel('The key').inputValue()).toMatch(/^rot_live_/);
    await page.getByRole('link', { name: 'Back to the keys' }).click();
    const row = page.getByRole('row', { name: /^Nightly screening/ });
    await row.getByText('Revoke', { exact: true }).click();
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await row.waitFor({ state: 'detached' });
    await page.waitForLoadState();
    expect(await page.content()).not.toContain('rot_live_');
    expect(watched.complaints).toEqual([]);
  });

  it('operator: sees runners, people with their keys, and commands, which others do not see', async () => {
    const member = await newPerson('owner');
    await newPerson('owner', operators.journeys);
    const other = await signIn(member, second);
    expect(await other.page.getByRole('link', { name: 'Operator' }).count()).toBe(0);
    expect((await other.page.goto(`${other.home}operator`))!.status()).toBe(404);
    const { page, watched } = await signIn(operators.journeys);
    await page.locator('summary').first().click();
    await page.getByRole('link', { name: 'Operator' }).click();
    await page.getByRole('heading', { name: 'Operator', exact: true }).waitFor();
    await page.getByText(/^Runners offer [1-9]\d* of/).waitFor();
    await page.getByText(member).filter({ visible: true }).first().waitFor();
    await page.getByRole('link', { name: 'Dead letters' }).click();
    await page.getByText('None: every event and all work was handled.').waitFor();
    expect(watched.complaints).toEqual([]);
  });
});
