import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';

const read = (name: string) => readFileSync(join(repository, 'tools', 'testdata', name), 'utf8');

export const lysozyme = read('lysozyme.fasta');
export const ubiquitin = read('ubiquitin.fasta');
const globins = read('globins3.fasta').split(/^(?=>)/m);
/** Human hemoglobin, chains alpha and beta. */
export const [alpha, beta] = globins as [string, string];
/** Fourteen molecules, and one that is invalid on purpose. */
export const kinaseLibrary = read('kinase_library.smi');

/** Returns the line of a molecule in the library. */
export function molecule(name: string): string {
  return kinaseLibrary.split('\n').find((line) => line.endsWith(` ${name}`))!;
}
