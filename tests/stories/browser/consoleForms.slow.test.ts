// @module-tag browser

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Rotamer } from '@rotamer/client';
import { findBarriers } from '@rotamer/test-support/axe.ts';
import {
  browserExpected,
  closeContexts,
  expectNoSidewaysScroll,
  launchBrowser,
  screens,
  waitUntil,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import { pythonEnvironment } from '@rotamer/test-support/python.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Role, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir } = inject('stack');

if (!browserExpected) console.warn('consoleForms: skipped, there is no Chromium (where CI is set it fails)');

const contract = join(import.meta.dirname, '../../contract/generators');

/** Five records, of which these are wrong. */
const fasta = (wrong: number[] = []) =>
  ['a', 'b', 'c', 'd', 'e'].map((name, n) => `>${name}\n${wrong.includes(n) ? 'MK7V' : 'MKVL'}\n`).join('');

describe.skipIf(!browserExpected).each(screens)('forms of the console in a browser, $title', ({ first, second }) => {
  let browser: Browser;
  let workspace: Workspace;
  let client: Rotamer;

  beforeAll(async () => {
    [browser, workspace] = await Promise.all([launchBrowser(), newWorkspace({ credits: 20 })]);
    client = new Rotamer({ baseUrl, apiKey: workspace.key.key });
  });
  // Open pages read their lists again at every job.
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  /** Signs a new person in, in a new browser. */
  async function openAs(role: Role, options: BrowserContextOptions = {}, { id, admin } = workspace) {
    const email = `${role}-${randomUUID()}@example.org`;
    await admin.command('user create', { workspace: id, email, role });
    const context = await browser.newContext({ ...first, ...options });
    const page = await context.newPage();
    watchPage(page);
    await page.goto((await admin.command('login-link', { user: email })).url);
    if (options.javaScriptEnabled === false) await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    return { page, context, home: page.url() };
  }

  async function jobsNamed(name: string) {
    return (await client.jobs.list({ name }).page()).data;
  }

  function finishedJob(name: string) {
    const input = { id: 's', slotId: 'sequences', kind: 'protein', format: 'FASTA', source: { type: 'text' as const } };
    return client.jobs.run({ tool: 'protein-properties', name, input: { inputs: [{ ...input, content: fasta() }] } });
  }

  const box = (page: Page) => page.getByRole('textbox', { name: 'Protein sequences: paste a text' });
  const price = (page: Page) => page.getByRole('complementary', { name: 'Price' });
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

  it('check 4: names the record that is wrong, leads to its box, and starts nothing', async () => {
    const { page, home } = await openAs('member');
    await page.goto(`${home}tools/protein-properties`);
    const name = `wrong ${randomUUID()}`;
    await page.getByLabel('Name of the job').fill(name);
    await box(page).fill(fasta([2]));
    await price(page)
      .getByText(/line 6/)
      .waitFor();
    // Playwright counts `aria-disabled` as disabled, although the button takes clicks and says what is wrong.
    await run(page).click({ force: true });
    await waitUntil(page, "document.activeElement.id === 'slot-sequences-0'");
    await page.setViewportSize(second.viewport);
    await page.evaluate('document.activeElement.blur()');
    await run(page).click({ force: true });
    await waitUntil(page, "document.activeElement.id === 'slot-sequences-0'");
    expect(await jobsNamed(name)).toEqual([]);
  });

  it('check 5: changes the price while records are added, and refuses more than the balance and the cap', async () => {
    const poor = await newWorkspace({ credits: 2 });
    const { page, home } = await openAs('member', {}, poor);
    await page.goto(`${home}tools/protein-properties`);
    await page.getByLabel('Jobs', { exact: true }).selectOption('sequences');
    await box(page).fill('>a\nMKV\n>b\nMKV\n');
    await price(page).getByText('2 credits', { exact: true }).waitFor();
    await page.getByLabel('Costs at most').fill('1');
    await price(page).getByText('more than this cap').waitFor();
    expect(await run(page).getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Costs at most').fill('');
    await page.setViewportSize(second.viewport);
    await box(page).fill('name,sequence\na,MKV\nb,MKV\nc,MKV\n');
    await price(page).getByText('The jobs reserve 3 credits, and 2 credits are available.').waitFor();
    expect(await run(page).getAttribute('aria-disabled')).toBe('true');
  });

  it('check 6: makes one job when Run is pressed twice, and again after the response was lost', async () => {
    const { page, context, home } = await openAs('member');
    const before = await workspace.available();
    const path = `${home}tools/protein-properties`;
    await page.goto(path);
    const name = `once ${randomUUID()}`;
    await page.getByLabel('Name of the job').fill(name);
    await box(page).fill(fasta());
    await price(page).getByText('1 credit', { exact: true }).waitFor();
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await run(page).dblclick();
    await price(page).getByText('The connection was lost.').waitFor();
    await page.unroute(path);
    const message = 'A service cannot be reached.';
    await page.route(path, (route) => route.fulfill({ status: 503, json: { message } }));
    await run(page).click();
    await price(page).getByText(message).waitFor();
    await page.unroute(path);
    await page.setViewportSize(second.viewport);
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await run(page).click();
    await failed;
    await context.setOffline(false);
    // The page is read again, with another submission id from the server: what was typed comes back with the first one.
    await page.goto(path);
    await page.getByText('What you typed here before was restored.').waitFor();
    await run(page).click();
    await page.getByRole('heading', { name }).waitFor();
    expect(await jobsNamed(name)).toHaveLength(1);
    await page.getByText('completed').filter({ visible: true }).first().waitFor();
    expect(before - (await workspace.available())).toBe(1_000);
  });

  it('keeps a half-filled form through an expired session', async () => {
    const { page, context, home } = await openAs('member');
    await page.goto(`${home}tools/protein-properties`);
    await box(page).fill(fasta());
    await price(page).getByText('1 credit', { exact: true }).waitFor();
    const cookies = await context.cookies();
    await context.clearCookies();
    await run(page).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.addCookies(cookies);
    await page.goto(`${home}tools/protein-properties`);
    expect(await box(page).inputValue()).toBe(fasta());
  });

  it('check 7: gives commands of curl, CLI and Python that make the same job', async () => {
    const { page, home } = await openAs('member');
    await page.goto(`${home}tools/protein-properties?example=1`);
    const folder = mkdtempSync(join(tmpdir(), 'rotamer-forms-'));
    const main = join(import.meta.dirname, '../../../clients/cli/src/main.ts');
    writeFileSync(join(folder, 'rotamer'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    chmodSync(join(folder, 'rotamer'), 0o755);
    const env = {
      ROTAMER_BASE_URL: baseUrl,
      ROTAMER_API_KEY: workspace.key.key,
      PATH: `${folder}:${process.env.PATH}`,
    };
    const python = join(pythonEnvironment('generators', join(contract, 'requirements.txt')), 'python');
    const modules = { PYTHONPATH: join(import.meta.dirname, '../../../clients/python/src') };
    const known = new Set((await client.jobs.list().page()).data.map(({ id }) => id));
    for (const tab of ['curl', 'CLI', 'Python']) {
      const details = page.locator('details').filter({ has: page.getByText(tab, { exact: true }) });
      const command = (await details.locator('code').textContent())!;
      const program = tab === 'Python' ? python : 'bash';
      await promisify(execFile)(program, ['-c', command], { env: { ...env, ...modules, HOME: folder }, cwd: folder });
    }
    rmSync(folder, { recursive: true });
    await run(page).click();
    await page.waitForURL(/\/jobs\//);
    const made = (await client.jobs.list().page()).data.filter(({ id }) => !known.has(id));
    const jobs = await Promise.all(made.map(({ id }) => client.jobs.details(id)));
    const facts = jobs.map(({ tool, settings, inputs }) => ({
      tool,
      settings,
      digests: inputs.map(({ sha256 }) => sha256),
    }));
    expect(facts).toHaveLength(4);
    expect(facts).toEqual(facts.map(() => facts[0]));
  });

  it('check 10: gives the inputs back, and runs again with one changed setting', async () => {
    const { page, home } = await openAs('member');
    const name = `again ${randomUUID()}`;
    const first = await finishedJob(name);
    await page.goto(`${home}jobs/${first.id}/inputs`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: 'Inputs, table' }).getByRole('link').click(),
    ]);
    expect(readFileSync(await saved.path(), 'utf8')).toBe(fasta());
    await page.setViewportSize(second.viewport);
    await page.getByRole('link', { name: 'Run again with changes' }).click();
    await page.locator('summary', { hasText: 'Settings' }).click();
    const setting = page.locator('.settings input[type="number"]').first();
    const changed = (await setting.getAttribute('name'))!.slice('set.'.length);
    await setting.fill('5');
    await run(page).click();
    await page.waitForURL((url) => /\/jobs\/job_/.test(url.pathname) && !url.pathname.includes(first.id));
    const [before, after] = await Promise.all(
      [first.id, new URL(page.url()).pathname.split('/').at(-1)!].map((id) => client.jobs.details(id)),
    );
    const differing = Object.keys(after!.settings).filter((key) => after!.settings[key] !== before!.settings[key]);
    expect(differing).toEqual([changed]);
    expect(after!.inputs.map(({ sha256 }) => sha256)).toEqual(before!.inputs.map(({ sha256 }) => sha256));
    await page.getByText('completed').filter({ visible: true }).first().waitFor();
    await page.goto(`${page.url()}/inputs`);
    const settings = page.getByRole('region', { name: 'Settings, table' }).getByRole('row');
    await settings.first().waitFor();
    const given = (await settings.allInnerTexts()).filter((text) => !/\bdefault$/.test(text.trim()));
    expect(given).toEqual([expect.stringMatching(/\s5$/)]);
  });

  it('check 17: shows a shared job to an invited person without an account, until it ends or is revoked', async () => {
    const { page, home } = await openAs('owner');
    const job = await finishedJob('Shared');
    const address = `guest-${randomUUID()}@example.org`;
    await page.goto(`${home}jobs/${job.id}/share`);
    await page.getByLabel('Invited people').check();
    await page.getByLabel('It ends').selectOption('in 7 days');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByText(/^Sharing ends /).waitFor();
    await page.getByLabel('Mail address').fill(address);
    await page.getByRole('button', { name: 'Invite' }).click();
    const revoke = page.getByRole('button', { name: `Revoke the invitation of ${address}` });
    await revoke.waitFor();
    await page.setViewportSize(second.viewport);
    for (const path of ['share', 'share/preview']) {
      await page.goto(`${home}jobs/${job.id}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page, path);
      expect(await findBarriers(page), path).toEqual([]);
    }
    await page.getByRole('link', { name: 'Back to sharing' }).click();
    const mail = await waitFor('the mail', () => mailsTo(dataDir, address)[0]);
    const link = /https?:\/\/\S+\/share\/\S+/.exec(mail)![0];
    const guest = await (await browser.newContext(second)).newPage();
    watchPage(guest);
    await guest.goto(link);
    await guest.getByRole('heading', { level: 1 }).waitFor();
    expect(await guest.getByText(/credits/).count()).toBe(0);
    await guest
      .getByText(/Protein properties|protein-properties/)
      .first()
      .waitFor();
    await guest
      .getByText(/\b\d+\.\d+\.\d+\b/)
      .first()
      .waitFor();
    // Until it ends, and again when the end is moved.
    await client.jobs.at(job.id).share({ expires_at: new Date(Date.now() + 1_000).toISOString() });
    await waitFor('the end of sharing', async () => (await guest.goto(link))!.status() === 404);
    await page.reload();
    await page.getByText(/^Sharing ended /).waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByText(/^Sharing ends /).waitFor();
    expect((await guest.goto(link))!.status()).toBe(200);
    await revoke.click();
    await revoke.waitFor({ state: 'detached' });
    expect((await guest.goto(link))!.status()).toBe(404);
    const pageOf = async (id: string) => (await guest.request.get(link.replace(job.id, id))).body();
    const unknown = await pageOf(`${job.id.slice(0, -4)}zzzz`);
    expect(unknown.equals(await pageOf(job.id))).toBe(true);
  });

  it('check 18: gives each role its forms only, and refuses forms of others', async () => {
    const [viewer, member] = await Promise.all([openAs('viewer'), openAs('member')]);
    await viewer.page.goto(`${viewer.home}tools/protein-properties`);
    await viewer.page.getByText('You are a viewer').waitFor();
    expect(await run(viewer.page).count()).toBe(0);
    await member.page.goto(`${member.home}settings/members`);
    expect(await member.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    const token = await member.page.locator('input[name="token"]').first().inputValue();
    const invite = (form: Record<string, string>, headers = {}) =>
      member.page.request.post(`${member.home}settings/members/invite`, { form, headers });
    const wanted = { email: 'eve@example.org', role: 'admin' };
    expect((await invite({ ...wanted, token })).status()).toBe(403);
    const own = { name: 'Mallory', token };
    const rename = (page: Page, home: string, headers = {}) =>
      page.request.post(`${home}settings/name`, { form: own, headers });
    expect((await rename(member.page, member.home, { 'sec-fetch-site': 'cross-site' })).status()).toBe(403);
    expect((await rename(viewer.page, viewer.home)).status()).toBe(403);
    const people = JSON.stringify(await client.members.list().take(100));
    expect(people).not.toMatch(/Mallory|eve@example\.org/);
    // The form is right, and was refused only for its sender.
    expect((await rename(member.page, member.home)).status()).toBe(200);
    const [cookie] = (await member.context.cookies()).filter(({ value }) => value.startsWith('rot_sess_'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await member.page.content()).not.toContain('rot_live_');
    expect(await member.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toMatch(
      /rot_/,
    );
  });

  it('uploads several files, says which one was refused, and leads to a tool with one chosen', async () => {
    const { page, home } = await openAs('member');
    await page.goto(`${home}files`);
    const upload = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const files = [upload('hen.fasta', fasta()), upload('empty.pdb', '')];
    await page.getByLabel(/^Files, at most/).setInputFiles(files);
    await page.getByRole('button', { name: 'Upload' }).click();
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText('stored as FASTA').waitFor();
    await uploads.getByRole('button', { name: 'Send again' }).waitFor();
    await uploads.getByRole('link', { name: 'hen.fasta' }).click();
    await page.getByText('>a').waitFor();
    await page.getByText('Use in…').click();
    await page.getByRole('link', { name: 'Protein properties' }).click();
    await price(page).getByText('1 credit', { exact: true }).waitFor();
  });

  it('uploads by a form without scripts', async () => {
    const { page, home } = await openAs('member', { javaScriptEnabled: false });
    await page.goto(`${home}files`);
    const file = { name: 'no-script.fasta', mimeType: 'text/plain', buffer: Buffer.from(fasta()) };
    await page.getByLabel(/^Files, at most/).setInputFiles([file]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('link', { name: 'no-script.fasta' }).waitFor();
  });
});
