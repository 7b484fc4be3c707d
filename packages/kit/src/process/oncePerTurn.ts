/** Does something once at the end of this turn of the event loop, however often it is asked for in the turn. */
export function oncePerTurn(work: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      work();
    });
  };
}
