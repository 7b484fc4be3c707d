import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractTypes } from './contractTypes.ts';

/** The committed types of the public API. */
export const typesFile = join(import.meta.dirname, '../src/contract.gen.ts');

/** Writes the types of the public API, as part of `npm run generate`. */
export async function writeTypes(): Promise<void> {
  writeFileSync(typesFile, await contractTypes());
}
