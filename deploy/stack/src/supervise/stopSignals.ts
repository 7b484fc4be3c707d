/** Signals this close together are one key press, because npm forwards the SIGINT that the terminal has also sent directly. */
const onePressMs = 500;

/** Calls `drain` at the first SIGINT, SIGTERM or SIGHUP, and `kill` when one more comes later. */
export function onStopSignals({ drain, kill }: { drain(): void; kill(): void }): void {
  let firstAt: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        drain();
      } else if (performance.now() - firstAt > onePressMs) kill();
    });
  }
  // Output fails when the terminal is closed, but the drain must continue.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
