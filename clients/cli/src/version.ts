import { readFileSync } from 'node:fs';

/** The version of this package: `package.json` stands one folder above, in the sources as in the bundle. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
