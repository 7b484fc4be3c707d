import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 at the levels A and AA, and what axe holds for good practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what axe finds on a page: the rule, and the first elements that break it. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Half a megabyte, which takes as long as the rules.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${source};0`);
  // What passed is not described and not sent here, which takes longer than the rules.
  const options = { runOnly: rules, resultTypes: ['violations'], selectors: false };
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as { id: string; nodes: { html: string }[] }[];
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
}
