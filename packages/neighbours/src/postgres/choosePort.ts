import { existsSync, readFileSync } from 'node:fs';
import { freePort, isFree } from '../freePort.ts';

/**
 * Returns the port for a server about to start: the requested port; else the port saved in `portFile` by an earlier
 * start, so that a restart keeps its address; else any free port.
 *
 * @throws when the requested port is in use.
 */
export async function choosePort(wanted: number | undefined, portFile: string): Promise<number> {
  if (wanted) {
    if (await isFree(wanted)) return wanted;
    throw new Error(`Port ${wanted} is in use by another program: choose another one for PostgreSQL, or none.`);
  }
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  return remembered > 0 && (await isFree(remembered)) ? remembered : await freePort();
}
