/**
 * Collects names, each once, and passes them on together: at most once in `everyMs`, and at once after a pause. The
 * returned function adds a name.
 */
export function coalesceNames(everyMs: number, pass: (names: string[]) => void): (name: string) => void {
  const waiting = new Set<string>();
  let passedAt = Number.NEGATIVE_INFINITY;

  function passAll(): void {
    const names = [...waiting];
    waiting.clear();
    passedAt = performance.now();
    pass(names);
  }

  return (name) => {
    if (waiting.size === 0) {
      const early = passedAt + everyMs - performance.now();
      if (early > 0) setTimeout(passAll, early).unref();
      else setImmediate(passAll).unref();
    }
    waiting.add(name);
  };
}
