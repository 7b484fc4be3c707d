import { fileURLToPath } from 'node:url';

/** What the child process runs: it reads the attempt folder's job file. */
export const CHILD_MAIN = fileURLToPath(new URL('../child/main.ts', import.meta.url));
