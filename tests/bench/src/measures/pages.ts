import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { jobRequest, sequence } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { openConsole, type Visited } from '../openConsole.ts';
import { startBareFastify } from '../peers/openBareFastify.ts';

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

/** How soon a job that somebody submits by API is on the pages that are open. */
export const pageLive: Measure = {
  name: 'page-live',
  title: 'from the submission of a job by API until Home and Jobs, which are open, show it; the slower page',
  unit: 'ms',
  goal: { atMost: 2_000 },
  onlyByName: true,
  async prepare(world) {
    const { client, visit } = await openConsole(world);
    let round = 0;
    return async () => {
      const name = `Submitted meanwhile, ${round++}`;
      const waits: Record<string, number> = {};
      // One after the other, because each page is measured from its own submission.
      for (const path of ['', 'jobs']) {
        const row = `${name}, ${path}`;
        waits[path || 'home'] = await visit(path, async ({ page }) => {
          const line = page.locator('li, tr').filter({ hasText: row }).first();
          return waitAfter(
            () => client.jobs.submit({ ...jobRequest, name: row }),
            () => line.waitFor(),
          );
        });
      }
      return { value: Math.max(...Object.values(waits)), details: waits };
    };
  },
};

/** How soon the form of each tool shows a price for its example. */
export const pagePrice: Measure = {
  name: 'page-price',
  title: 'from *Fill in the example* until a price is shown, the slowest tool of the catalogue',
  unit: 'ms',
  goal: { atMost: 1_000 },
  onlyByName: true,
  async prepare(world) {
    const { client, visit } = await openConsole(world);
    const tools = (await client.tools.list().take(1_000)).map(({ id }) => id);
    return async () => {
      const waits: Record<string, number> = {};
      for (const id of tools) {
        await visit(`tools/${id}`, async ({ page }) => {
          const fill = page.getByRole('link', { name: 'Fill in the example' });
          if ((await fill.count()) === 0) return;
          waits[id] = await waitAfter(
            () => fill.click(),
            () => page.locator('.cost .price').waitFor(),
          );
        });
      }
      return { value: Math.max(...Object.values(waits)), details: waits };
    };
  },
};

/** Returns the milliseconds from the end of an action until something is shown. */
async function waitAfter(act: () => Promise<unknown>, shown: () => Promise<unknown>): Promise<number> {
  await act();
  const actedAt = performance.now();
  await shown();
  return performance.now() - actedAt;
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
