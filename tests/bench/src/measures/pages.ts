import { Rotamer } from '@rotamer/client';
import { launchBrowser } from '@rotamer/test-support/browser.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import type { Page, Request } from 'playwright-core';
import { jobRequest, sequence } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { openOtherStack } from '../otherStack.ts';
import { startBareFastify } from '../peers/openBareFastify.ts';
import type { World } from '../world.ts';

/** Pages that people see most, below the workspace. The job is a finished one. */
const PAGES = ['', 'tools', 'tools/protein-properties', 'jobs', 'jobs/{job}', 'files', 'workflows', 'runs', 'usage'];

/** A page that has loaded, its HTML, and its requests that have ended. */
interface Visited {
  page: Page;
  html: string;
  ended: Request[];
}

/** How long a page takes until it shows something, beside the same HTML without style sheets and scripts. */
export const pagePaint: Measure = {
  name: 'page-paint',
  title: 'first contentful paint with an empty cache, the slowest of nine pages ÷ the HTML of Home from bare fastify',
  unit: 'ratio',
  goal: { atMost: 3 },
  onlyByName: true,
  async prepare(world) {
    const { visit, visitAll } = await openConsole(world);
    const html = await visit('', async ({ html }) => html);
    const origin = await startBareFastify(world, { body: withoutLoads(html), type: 'text/html' });
    return async () => {
      const bareMs = await visit(new URL(origin), paintOf);
      const paints = await visitAll(paintOf);
      return { value: Math.max(...Object.values(paints)) / bareMs, details: { bareMs, ...paints } };
    };
  },
};

/** What a first visit transfers, compressed, until the page has loaded. */
export const pageBytes: Measure = {
  name: 'page-bytes',
  title: 'bytes until a page has loaded with an empty cache, the heaviest of nine pages',
  unit: 'KB',
  goal: { atMost: 100 },
  onlyByName: true,
  async prepare(world) {
    const { visitAll } = await openConsole(world);
    return async () => {
      const sizes = await visitAll(kilobytesOf);
      return { value: Math.max(...Object.values(sizes)), details: sizes };
    };
  },
};

/** How long the form of a tool takes to show each typed letter, while it counts records and reads prices. */
export const pageInput: Measure = {
  name: 'page-input',
  title: 'from a key to the next paint in the form of a tool, the slowest key of a protein (interaction to next paint)',
  unit: 'ms',
  goal: { atMost: 200 },
  onlyByName: true,
  async prepare(world) {
    const { visit } = await openConsole(world);
    return async () => ({ value: await visit('tools/protein-properties', slowestKey) });
  },
};

/** Opens a console with one finished job, as the person who signed in by the link of `npm start`. */
async function openConsole(world: World) {
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
  const { id } = await new Rotamer(stack).jobs.run(jobRequest);

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

  return { visit, visitAll };
}

const withoutLoads = (html: string) => html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*>/g, '');

/** Returns milliseconds from the start of the navigation. */
function paintOf({ page }: Visited): Promise<number> {
  const read = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  return waitFor('the first paint', read);
}

async function kilobytesOf({ ended }: Visited): Promise<number> {
  const sizes = await Promise.all(ended.map((request) => request.sizes()));
  return (
    sizes.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0) /
    1000
  );
}

/** Returns the longest time in milliseconds from a key to the next paint. Shorter ones than 16 ms are not reported, and count as 16. */
async function slowestKey({ page }: Visited): Promise<number> {
  await page.evaluate(() => {
    const seen = window as unknown as { longest: number };
    seen.longest = 16;
    const watch = (list: PerformanceObserverEntryList) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    };
    new PerformanceObserver(watch).observe({
      type: 'event',
      durationThreshold: 16,
      buffered: true,
    } as PerformanceObserverInit);
  });
  await page.locator('textarea').first().click();
  await page.keyboard.type(`>p\n${sequence}`, { delay: 20 });
  // The last entries arrive after the next paint.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return page.evaluate(() => (window as unknown as { longest: number }).longest);
}
