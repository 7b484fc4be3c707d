import { existsSync } from 'node:fs';

/** Where Debian's package `libfaketime` has its library. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].map(
  (folder) => `${folder}/faketime/libfaketimeMT.so.1`,
);

/**
 * Returns the environment of a program whose clock stands still, so that it cannot count the seconds of a machine that is quick or slow.
 * Undefined where libfaketime is not installed.
 */
export function stoppedClock(): Record<string, string> | undefined {
  const library = LIBRARIES.find((path) => existsSync(path));
  return library === undefined
    ? undefined
    : // A date without `@` stands still. A sandbox may have no shared memory.
      { LD_PRELOAD: library, FAKETIME: '2020-01-01 00:00:00', FAKETIME_DISABLE_SHM: '1' };
}
