import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 at the levels A and AA, and what axe holds for good practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what axe finds on a page: the rule, and the first elements that break it. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(`${source};0`);
  const run = `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`;
  const { violations } = (await page.evaluate(run)) as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
}
