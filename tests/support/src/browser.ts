import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium: `apt-get install chromium`, as `.ci/run` does. */
const executablePath = '/usr/bin/chromium';

/** False on a developer's machine without it, where browser stories are skipped; in CI they fail. */
export const browserExpected = existsSync(executablePath) || process.env.CI !== undefined;

/** No background requests, so that every request is one of the page. */
const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

/** Headless Chromium. Its sandbox does not start as root, which CI runs as; 3D is rendered in software. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', ...quiet],
  });
}

/** What a page did while it was watched. */
export interface Watched {
  /** Errors and warnings of the console (refusals of the page's policy are among them), and uncaught exceptions. */
  complaints: string[];
  /** The origins of all its requests. */
  origins: Set<string>;
}

/** Starts to watch a page. */
export function watchPage(page: Page): Watched {
  // A machine that does more than this has until the test's own time limit.
  page.setDefaultTimeout(0);
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:') origins.add(origin);
  });
  return { complaints, origins };
}
