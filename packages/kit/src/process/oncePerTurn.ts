/** Returns a function that runs `work` once at the end of the current turn of the event loop, for any number of calls. */
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
