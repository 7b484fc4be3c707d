import type { TestRun } from '../testRun.ts';
import type { Thing } from './things.ts';

/** Slots whose results do not name each record or residue. A row has the number of all, or of those without a name. */
const counted = new Set([
  ...[
    'blast-search',
    'diamond-search',
    'mmseqs-search',
    'phmmer-search',
    'jackhmmer-search',
    'hmm-search',
    'nhmmer-search',
  ].map((id) => `${id}.database`),
  ...['sequence-logo.alignment', 'hmm-build.alignment', 'prodigal-genes.genome'],
  ...['structure-summary.structures', 'structure-quality.structure', 'contact-map.structure'],
]);

/** Slots of which results name only a part, and why. */
const partly: Record<string, string> = {
  'msa-search.database': 'sequences that are not homologous are in no alignment',
  'profile-search.database': 'hits name an alignment, not its rows',
  'substructure-search.molecules': 'molecules without the pattern are not hits',
  'molecule-similarity.queries': 'molecules below the threshold are not hits',
  'molecule-similarity.library': 'molecules below the threshold are not hits',
  'nhmmer-search.query': 'the rows of an alignment become one profile',
  'codon-usage.reference': 'rows have the sums of all',
  'vina-dock.reference': 'poses are compared with it, and warnings say where they cannot be',
  'binding-box.ligand': 'a box has no names',
  'binding-box.structure': 'a box is around residues that the settings name',
  'pka.structure': 'most residues do not titrate',
  'pocket-detect.structure': 'most residues are not at a pocket',
};

/** Returns the records and residues of an input that no row and no line of a file names. */
export function lostIn(slot: string, things: Thing[], { items, files }: TestRun): string[] {
  if (partly[slot]) return [];
  const rows = items.map(({ value }) => JSON.stringify(value));
  const lines = [...rows, ...files.flatMap(({ text }) => text.split('\n'))];
  const lost = things.filter(
    ({ name, number }) => !lines.some((line) => holds(line, name) && (!number || number.test(line))),
  );
  const count = new RegExp(`:(${things.length}|${lost.length})[,}]`);
  if (counted.has(slot) && rows.some((row) => count.test(row))) return [];
  return lost.map(({ name, place }) => `lost ${place ?? name} of ${things.length}`);
}

const holds = (line: string, name: string): boolean =>
  // As they are, in JSON and in GFF3.
  [name, JSON.stringify(name).slice(1, -1), encodeURIComponent(name)].some((one) => line.includes(one));
