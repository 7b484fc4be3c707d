/**
 * Starts each piece of work when the one before it has ended, in the order of the calls. Only the caller of a piece
 * receives its error.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.catch(() => {}).then(work);
    last = turn;
    return turn;
  };
}
