import { Rotamer } from '@rotamer/client';
import { launchBrowser } from '@rotamer/test-support/browser.ts';
import type { Page, Request } from 'playwright-core';
import { jobRequest } from './fakeRunner.ts';
import { openOtherStack } from './otherStack.ts';
import type { World } from './world.ts';

/** Pages that people see most, below the workspace. The job is a finished one. */
const PAGES = ['', 'tools', 'tools/protein-properties', 'jobs', 'jobs/{job}', 'files', 'workflows', 'runs', 'usage'];

/** A page that has loaded, its HTML, and its requests that have ended. */
export interface Visited {
  page: Page;
  html: string;
  ended: Request[];
}

/** Opens the console of another stack, with one finished job, as the person who signed in by the link of `npm start`. */
export async function openConsole(world: World) {
  const stack = await openOtherStack(world).start();
  world.onMeasured(stack.stop);
  const browser = await launchBrowser();
  world.onMeasured(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stack.loginUrl!);
  const [home] = /^.*\/w\/[^/?]+/.exec(page.url())!;
  const storageState = await context.storageState();
  await context.close();
  const client = new Rotamer(stack);
  const { id } = await client.jobs.run(jobRequest);

  /** Reads a figure of a page in a new context, so with an empty cache. */
  async function visit<T>(path: string | URL, read: (visited: Visited) => Promise<T>): Promise<T> {
    const fresh = await browser.newContext({ storageState });
    try {
      const page = await fresh.newPage();
      const ended: Request[] = [];
      page.on('requestfinished', (request) => ended.push(request));
      const url = path instanceof URL ? path.href : `${home}/${path.replace('{job}', id)}`;
      const answer = await page.goto(url, { waitUntil: 'load' });
      if (!answer!.ok()) throw new Error(`${url}: ${answer!.status()}`);
      return await read({ page, html: await answer!.text(), ended });
    } finally {
      await fresh.close();
    }
  }

  async function visitAll(read: (visited: Visited) => Promise<number>): Promise<Record<string, number>> {
    const figures: Record<string, number> = {};
    for (const path of PAGES) figures[path || 'home'] = await visit(path, read);
    return figures;
  }

  return { client, visit, visitAll };
}
