/** npm forwards the SIGINT that the terminal has already sent us: signals this close together are one key press. */
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
  // When the terminal is gone, output fails; the drain goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
