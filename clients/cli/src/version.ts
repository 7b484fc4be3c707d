import { readFileSync } from 'node:fs';

/** The version of this package. `package.json` is one folder above, for the sources and for the bundle. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
