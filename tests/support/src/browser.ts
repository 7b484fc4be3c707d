import { existsSync } from 'node:fs';
import { long } from '@rotamer/kit/testing/long.ts';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitFor } from './waitFor.ts';

/**
 * Debian's Chromium: `apt-get install chromium-headless-shell`, as `.ci/run` does, or `chromium`. Without the code of windows it
 * takes a fifth less of the processor.
 */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = programs.find((path) => existsSync(path));

/** Whether browser stories must run. Without Chromium they are skipped on a developer's machine and fail in CI. */
export const browserExpected = executablePath !== undefined || process.env.CI !== undefined;

/** How many times slower pages compute than this machine does: `ROTAMER_BROWSER_SLOWDOWN=6` finds tests that do not wait. */
const slowdown = Number(process.env.ROTAMER_BROWSER_SLOWDOWN ?? 1);

/** By day a window has a quarter of the dots, which processors draw here. The layout is the same. */
export const dots = { deviceScaleFactor: long ? 1 : 0.5 };

/** A window as wide as a desktop's, and one as wide as a phone's. */
const desktop = { viewport: { width: 1280, height: 844 }, colorScheme: 'light', ...dots } as const;
export const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', ...dots } as const;

/** The windows of a story: one in which it begins, and one in which it goes on. */
export interface Screens {
  title: string;
  first: BrowserContextOptions & { viewport: { width: number; height: number } };
  second: BrowserContextOptions & { viewport: { width: number; height: number } };
}

/** Stories run once, from a desktop to a phone; in the long form once on each. */
export const screens: Screens[] = long
  ? [
      { title: '1280 px', first: desktop, second: desktop },
      { title: '390 px', first: phone, second: phone },
    ]
  : [{ title: '1280 and 390 px', first: desktop, second: phone }];

/** Flags against background requests of Chromium, so that every request belongs to the page. */
const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/**
 * Launches headless Chromium. Without its sandbox, which does not start as root, the user in CI. 3D is rendered in
 * software.
 */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? programs[0],
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', ...quiet],
  });
}

/** Closes the pages that a test left open. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** What a page did while it was watched. */
export interface Watched {
  /**
   * Errors and warnings of the console, including violations of the page's policy, uncaught exceptions and failed
   * requests.
   */
  complaints: string[];
  /** The origins of all its requests. */
  origins: Set<string>;
}

/** Starts recording what a page does. */
export function watchPage(page: Page): Watched {
  // Below the limit of a test, so that what was missing is named, and long enough for a busy machine.
  page.setDefaultTimeout(100_000);
  if (slowdown > 1) void slowDown(page);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure()!;
    // The test went on to the next page while this one was still loading.
    if (errorText !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${errorText}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:') origins.add(origin);
  });
  return { complaints, origins };
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  } catch {
    // The page was closed meanwhile.
  }
}

/** Clicks what leads to another page. Waits until that page has loaded, with its scripts. */
export async function clickThrough(page: Page, target: Locator): Promise<void> {
  const left = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await target.click();
  await left;
  await page.waitForLoadState();
}

/**
 * Waits until an expression is true in a page. `page.waitForFunction` would compile the expression in the page at each look, which
 * our policy refuses, so it passes only when the expression is true at once.
 */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  await waitFor(expression, async () => Boolean(await page.evaluate(expression)), { everyMs: 50, timeoutMs: 100_000 });
}

/** Waits until the content of a page is as wide as its window. Fails when it scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page, what = page.url()): Promise<void> {
  const width = () => page.evaluate('document.documentElement.scrollWidth');
  await expect.poll(width, { message: what, timeout: 30_000 }).toBe(page.viewportSize()!.width);
}
