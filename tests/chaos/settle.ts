import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { findViolations } from './checker.ts';
import { type Choice, type Facts, readFacts, readUnfinished } from './facts.ts';
import type { History } from './history.ts';

/**
 * Waits until all accepted jobs have ended and are settled, then compares clients, databases and bus. `url` returns the
 * URL of a database of the stack.
 */
export async function settle(
  url: (database: string) => string,
  history: History,
  withinMs = 120_000,
  choice: Choice = {},
): Promise<{ violations: string[]; facts: Facts }> {
  const finished = async () => (await readUnfinished(url, choice)) === 0;
  await waitFor('every accepted job to end', finished, { timeoutMs: withinMs, everyMs: 500 }).catch(() => {
    // A timeout is ignored here, because the checker reports what is unfinished.
  });
  // Committed events reach the bus a moment later.
  const facts = await waitFor('the bus to have all events', async () => {
    const read = await readFacts(url, choice);
    return findViolations(history, read).some((violation) => violation.includes('the bus says')) ? false : read;
  }).catch(() => readFacts(url, choice));
  return { violations: findViolations(history, facts), facts };
}
