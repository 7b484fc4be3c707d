import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium: `apt-get install chromium`, as `.ci/run` does. */
const executablePath = '/usr/bin/chromium';

/** Whether browser stories must run. Without Chromium they are skipped on a developer's machine and fail in CI. */
export const browserExpected = existsSync(executablePath) || process.env.CI !== undefined;

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
    executablePath,
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
