// @module-tag kills

import { services } from '@rotamer/deploy/services.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { browserExpected, launchBrowser, phone, watchPage } from '@rotamer/test-support/browser.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorld, type World } from './world.ts';

/** How often each service is killed. */
const ROUNDS = long ? 3 : 1;

/** Pause between two kills. A job of the journey takes about as long, so each kill meets another page. */
const PAUSE_MS = long ? 4_000 : 2_500;

/** The longest that a person waits for anything here, on a machine that does much else. */
const PATIENCE = { timeoutMs: 300_000, everyMs: 500 };

/** How long a person looks at a page before trying again. */
const LOOK = { timeout: 10_000 };

/** Kills each service in turn. */
function startKilling(world: World): { done: Promise<void>; isOver: () => boolean } {
  let over = false;
  async function killAll(): Promise<void> {
    for (let n = 0; n < ROUNDS * services.length; n++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const { name } = services[n % services.length]!;
      for (const pid of world.pidsOf(name)) kill(pid, 'SIGKILL');
    }
    over = true;
  }
  return { done: killAll(), isOver: () => over };
}

describe.skipIf(!browserExpected)('the console while services are killed', () => {
  it('lets a person run jobs: each is made and charged once, and its page shows the end by itself', {
    timeout: 1_800_000,
  }, async () => {
    const world = await openWorld({ workspaces: 1 });
    onTestFinished(world.end);
    const [workspace] = world.workspaces;
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    watchPage(page);
    const email = 'scientist@example.org';
    await workspace!.admin.command('user create', { workspace: workspace!.id, email, role: 'member' });
    await page.goto((await createAdmin(world.stack.home.dataDir).command('login-link', { user: email })).url);
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    const home = page.url();
    const before = await workspace!.available();
    const form = page.getByRole('button', { name: 'Run', exact: true });

    const seen = (name: string) =>
      page
        .getByRole('heading', { name })
        .waitFor(LOOK)
        .then(
          () => true,
          () => false,
        );

    async function openForm(): Promise<boolean> {
      await page.goto(`${home}tools/protein-properties?example=1`).catch(() => {});
      return page
        .getByRole('complementary', { name: 'Price' })
        .getByText('1 credit', { exact: true })
        .waitFor(LOOK)
        .then(
          () => true,
          () => false,
        );
    }

    /** Presses *Run* while the form is there, and reads a page again that could not be loaded. */
    async function submit(name: string): Promise<boolean> {
      if (await form.isVisible()) await form.click(LOOK).catch(() => {});
      else await page.reload().catch(() => {});
      return seen(name);
    }

    const killing = startKilling(world);
    const names: string[] = [];
    while (!killing.isOver()) {
      const name = `Job ${names.length + 1} of a person`;
      await page.setViewportSize(names.length % 2 ? phone.viewport : { width: 1280, height: 844 });
      await waitFor('the form of the tool with its price', openForm, PATIENCE);
      await page.getByLabel('Name of the job').fill(name);
      await waitFor(`the page of ${name}`, () => submit(name), PATIENCE);
      await page.getByRole('columnheader', { name: 'Isoelectric point' }).waitFor({ timeout: PATIENCE.timeoutMs });
      names.push(name);
    }
    await killing.done;

    const { body } = await workspace!.client.get<{ data: { name: string; status: string }[] }>('/jobs?limit=100');
    const made = body.data.map(({ name, status }) => `${name}: ${status}`);
    expect(made.sort()).toEqual(names.map((name) => `${name}: COMPLETED`).sort());
    const charged = async () => before - (await workspace!.available());
    await waitFor('the charge of each job', async () => (await charged()) === names.length * 1_000, PATIENCE);
    expect(names.length).toBeGreaterThan(ROUNDS);
  });
});
