// @module-tag browser

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { browserExpected, dots, launchBrowser, type Watched, watchPage } from '@rotamer/test-support/browser.ts';
import { type FilledWorkspace, filledWorkspace } from '@rotamer/test-support/filledWorkspace.ts';
import { operators } from '@rotamer/test-support/operators.ts';
import { pageFaults, sidewaysFaults, skipLinkFaults, tabFaults } from '@rotamer/test-support/pageFaults.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir } = inject('stack');

if (!browserExpected) console.warn('every page: skipped, there is no Chromium (where CI is set it fails)');

/** Where the pictures of the long form go. CI keeps them. */
const folder = join(repository, 'coverage', 'pages');

/** For machines with other load: without it, a group takes 10 to 20 s. */
const LONGEST_MS = 600_000;

const newcomer = 'newcomer@example.org';

const widths = [1280, 390] as const;
const themes = ['light', 'dark'] as const;

type Pages = Record<string, string>;

/** The pages of a workspace with data, in groups, by name of their picture. */
const filledPages: Record<string, (filled: FilledWorkspace) => Pages> = {
  'home, tools and search': () => ({
    home: '',
    tools: 'tools',
    'tools-found': 'tools?q=isoelectric+point',
    'tool-form': 'tools/protein-properties?example=1',
    'tool-docking': 'tools/vina-dock',
    search: 'search?q=hen',
  }),
  jobs: ({ jobs, batch }) => ({
    jobs: 'jobs',
    job: `jobs/${jobs.table}`,
    'job-inputs': `jobs/${jobs.table}/inputs`,
    'job-files': `jobs/${jobs.table}/files`,
    'job-log': `jobs/${jobs.table}/log`,
    'job-provenance': `jobs/${jobs.table}/provenance`,
    'job-again': `jobs/${jobs.table}/again`,
    'job-share': `jobs/${jobs.table}/share`,
    'job-molecules': `jobs/${jobs.molecules}`,
    'job-structures': `jobs/${jobs.structures}`,
    'job-tree': `jobs/${jobs.tree}`,
    compare: `compare?job=${jobs.table}&job=${jobs.molecules}`,
    batches: 'batches',
    batch: `batches/${batch}`,
  }),
  workflows: ({ runs, workflow }) => ({
    workflows: 'workflows',
    workflow: `workflows/${workflow}`,
    runs: 'runs',
    run: `runs/${runs.ended}`,
    'run-step': `runs/${runs.ended}?step=properties`,
    'run-retry': `runs/${runs.ended}/retry`,
    'run-paused': `runs/${runs.reviewed}`,
    review: `runs/${runs.reviewed}/review`,
  }),
  'files, projects, usage, settings and operator': ({ file, project, webhook }) => ({
    files: 'files',
    file: `files/${file}`,
    projects: 'projects',
    project: `projects/${project}`,
    usage: 'usage',
    ledger: 'usage/ledger',
    settings: 'settings',
    members: 'settings/members',
    keys: 'settings/keys',
    webhooks: 'settings/webhooks',
    webhook: `settings/webhooks/${webhook}`,
    operator: 'operator',
  }),
};

/** The pages of a workspace in which nothing has happened yet, and pages that find nothing. */
const emptyPages: Pages = Object.fromEntries(
  [
    '',
    'tools?q=xylophone',
    'jobs',
    'jobs?state=failed',
    'compare',
    'workflows',
    'runs',
    'files',
    'projects',
    'batches',
    'usage',
    'usage/ledger',
    'settings/members',
    'settings/keys',
    'settings/webhooks',
    'search?q=nothing',
  ].map((path) => [`empty-${path.replaceAll(/\W+/g, '-') || 'home'}`, path]),
);

describe.skipIf(!browserExpected)('check 19: every page, at both widths, light and dark', () => {
  let browser: Browser;
  let filled: FilledWorkspace;
  let empty: Workspace;

  beforeAll(async () => {
    if (long) mkdirSync(folder, { recursive: true });
    [browser, filled, empty] = await Promise.all([launchBrowser(), filledWorkspace(), newWorkspace()]);
    const create = ({ id, admin }: Workspace, email: string) =>
      admin.command('user create', { workspace: id, email, role: 'owner' });
    await Promise.all([create(filled.workspace, operators.everyPage), create(empty, newcomer)]);
  });
  afterAll(() => browser?.close());

  async function open() {
    const viewport = { width: widths[0], height: 844 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...dots });
    const page = await context.newPage();
    return { page, watched: watchPage(page) };
  }

  /** Opens a page, signed in. Returns the address of the workspace with it. */
  async function openAs(email: string) {
    const opened = await open();
    await opened.page.goto((await filled.workspace.admin.command('login-link', { user: email })).url);
    await opened.page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    return { ...opened, home: opened.page.url() };
  }

  /**
   * Returns what is wrong with a page, light on a desktop and dark on a phone. By day all but its width is checked on one of them. In the
   * long form it is on both, and there are pictures of it: both widths in both themes.
   */
  async function look(page: Page, { complaints }: Watched, name: string, address: string, dayWidth: number) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: widths[0], height: 844 });
    const answer = (await page.goto(address))!;
    const faults: string[] = [];
    if (answer.status() !== 200) faults.push(`status ${answer.status()}`);
    const policy = answer.headers()['content-security-policy'] ?? 'unsafe-inline';
    if (/unsafe-(inline|eval)/.test(policy)) faults.push(`policy: ${policy}`);
    await showViewers(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      // The other two pairs differ from these in their colours only.
      const checked: (typeof themes)[number] = width === widths[0] ? 'light' : 'dark';
      for (const colorScheme of long ? themes : [checked]) {
        await page.emulateMedia({ colorScheme });
        if (long) await takePicture(page, `${name}-${width}-${colorScheme}`);
        if (colorScheme !== checked) continue;
        const whole = long || width === dayWidth;
        const found = whole
          ? [...(await pageFaults(page, width)), ...(await tabFaults(page))]
          : await sidewaysFaults(page, width);
        faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
      }
    }
    faults.push(...(await skipLinkFaults(page)));
    faults.push(...(await secretFaults(page)));
    faults.push(...complaints.splice(0).filter((text) => !text.includes('GL Driver Message')));
    return faults;
  }

  /** Check 18: neither a page nor what scripts can read has a key or the token of a session. */
  async function secretFaults(page: Page): Promise<string[]> {
    const stores = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    return [await page.content(), String(stores)].some((text) => /rot_(live|sess)_\w{8}/.test(text))
      ? ['a secret']
      : [];
  }

  async function takePicture(page: Page, name: string): Promise<void> {
    const path = join(folder, `${name}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 70, fullPage: true, animations: 'disabled' });
  }

  /** Scrolls to each viewer, which loads when the reader comes near. */
  async function showViewers(page: Page): Promise<void> {
    const viewers = page.locator('[data-viewer]');
    const ready = page.locator('[data-viewer][data-ready]');
    const count = await viewers.count();
    for (let i = 0; i < count; i++) await viewers.nth(i).scrollIntoViewIfNeeded();
    if (count > 0) await ready.nth(count - 1).waitFor({ state: 'attached' });
    await page.evaluate('scrollTo(0, 0)');
  }

  /** Returns the pages with faults, and their faults. */
  async function lookAt(page: Page, watched: Watched, home: string, pages: Pages) {
    const faulty: Record<string, string[]> = {};
    for (const [i, [name, path]] of Object.entries(pages).entries()) {
      const faults = await look(page, watched, name, home + path, widths[i % 2]!);
      if (faults.length > 0) faulty[name] = faults;
    }
    return faulty;
  }

  it.each(Object.keys(filledPages))('check 19: pages with data: %s', { timeout: LONGEST_MS }, async (group) => {
    const { page, watched, home } = await openAs(operators.everyPage);
    expect(await lookAt(page, watched, home, filledPages[group]!(filled))).toEqual({});
  });

  it('check 19: pages that have nothing to show', { timeout: LONGEST_MS }, async () => {
    const { page, watched, home } = await openAs(newcomer);
    expect(await lookAt(page, watched, home, emptyPages)).toEqual({});
  });

  it('check 19: pages for everybody', { timeout: LONGEST_MS }, async () => {
    const { page, watched } = await open();
    await filled.workspace.client.patch(`/jobs/${filled.jobs.table}/share`, { visibility: 'PUBLIC' });
    const pages = {
      welcome: '',
      'public-tools': 'tools',
      'public-tool': 'tools/protein-properties',
      'public-share': `share/${filled.jobs.table}`,
      login: 'login',
      ...(await linksOfInvitation()),
    };
    expect(await lookAt(page, watched, `${baseUrl}/`, pages)).toEqual({});
  });

  /** Invites somebody. Returns the pages to which the links of the mail lead. */
  async function linksOfInvitation(): Promise<Pages> {
    const guest = 'guest-of-every-page@example.org';
    await filled.workspace.client.post('/members/invitations', { email: guest, role: 'member' });
    const mail = await waitFor('the mail', () => mailsTo(dataDir, guest)[0]);
    const pathWith = (part: string) => new RegExp(`${baseUrl}/(${part}[^\\s>]+)`).exec(mail)![1]!;
    return { invitation: pathWith('invitations/'), 'mails-off': pathWith('notices/off') };
  }

  it('check 19: pages of the account', { timeout: LONGEST_MS }, async () => {
    const { page, watched } = await openAs(operators.everyPage);
    const pages = { account: 'account', device: 'device' };
    expect(await lookAt(page, watched, `${baseUrl}/`, pages)).toEqual({});
  });
});
