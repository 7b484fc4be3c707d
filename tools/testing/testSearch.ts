import { readTestData } from '../testdata/read.ts';

/** 52 proteins: 48 globins, and four other proteins. */
export const globinDatabase = (): string =>
  ['globins3', 'ubiquitin', 'lysozyme', 'gfp', 'insulin', 'globins45']
    .map((name) => `${readTestData(`${name}.fasta`).trimEnd()}\n`)
    .join('');

/** Human hemoglobin beta without its first methionine. */
export function hbbQuery(): string {
  const record = readTestData('globins3.fasta')
    .split(/^(?=>)/m)
    .find((text) => text.includes('HBB_HUMAN'))!;
  const [, ...lines] = record.split('\n');
  return `>HBB_HUMAN\n${lines.join('').slice(1)}\n`;
}

/** The plasmid pPCP1 of *Yersinia pestis*, 9,609 bases, and the ten proteins of its annotation. */
export const plasmid = (): string => readTestData('NC_005816.fna');
export const plasmidProteins = (): string => readTestData('NC_005816.faa');
