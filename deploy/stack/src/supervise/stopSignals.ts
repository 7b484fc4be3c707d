/** npm passes Ctrl-C on to us, who had it from the terminal already: what comes this close is one press of the key. */
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
  // With the terminal gone there is nobody to tell; the drain goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
