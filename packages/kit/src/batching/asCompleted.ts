import { setImmediate as turn } from 'node:timers/promises';
import { whileWanted } from '../process/callSignal.ts';

/**
 * Yields the results of concurrent work in the order in which they are ready. Results that are ready in the same turn of
 * the event loop come together. Ends with the first failure, or with an AbortError when `signal` is aborted.
 */
export async function* asCompleted<Result>(work: Promise<Result>[], signal?: AbortSignal): AsyncGenerator<Result[]> {
  const ready: Result[] = [];
  let failure: { error: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  for (const each of work) {
    each.then(
      (result) => {
        ready.push(result);
        news.resolve();
      },
      (error) => {
        failure ??= { error };
        news.resolve();
      },
    );
  }
  for (let left = work.length; left > 0; ) {
    await whileWanted(news.promise, signal);
    await turn();
    if (failure) throw failure.error;
    news = Promise.withResolvers();
    const group = ready.splice(0);
    left -= group.length;
    if (group.length > 0) yield group;
  }
}

/** Returns all answers of a stream of batched answers, sorted by the index of the item that each belongs to. */
export async function inOrder<Answer extends { index: number }>(
  responses: AsyncIterable<{ answers: Answer[] }>,
): Promise<Answer[]> {
  const all: Answer[] = [];
  for await (const { answers } of responses) for (const answer of answers) all[answer.index] = answer;
  return all;
}
