import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';

/** Runs the valid items of a batch together, and refuses each invalid item with its problems. Results keep the order of the items. */
export async function eachValid<Item, Result>(
  items: Item[],
  problemsOf: (item: Item) => (Problem | undefined)[],
  run: (valid: Item[]) => Promise<(Result | Error)[]>,
): Promise<(Result | Error)[]> {
  const refusals = items.map((item) => {
    const problems = problemsOf(item).filter((problem) => problem !== undefined);
    return problems.length > 0 ? validationFault(problems) : undefined;
  });
  const verdicts = await run(items.filter((_, i) => !refusals[i]));
  let next = 0;
  return refusals.map((refusal) => refusal ?? verdicts[next++]!);
}
