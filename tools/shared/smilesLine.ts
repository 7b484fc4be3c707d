import { chosenTag, knownNameTag, type Tags } from './tags.ts';
import { firstWord } from './text.ts';

/** The names of the columns behind the SMILES. */
export type SmilesHeader = string[];

/** What lists of SMILES that programs write begin with. None of these words is a SMILES. */
const HEADER = /^"?(canonical_|isomeric_|canonical|isomeric)?smiles"?$/i;

/** Further columns of a line. */
const MAX_COLUMNS = 200;

export function smilesHeader(line: string): SmilesHeader | undefined {
  const columns = line.includes('\t') ? line.split('\t', MAX_COLUMNS) : line.split(/\s+/, MAX_COLUMNS);
  const [first, ...others] = columns.map((column) => column.trim());
  return HEADER.test(first!) ? others : undefined;
}

interface SmilesLine {
  smiles: string;
  /** `|…|` with its bars, or empty. */
  extension: string;
  name: string;
  tags: Tags;
}

/**
 * A line without white space around it. With a header the name is the value of the chosen column, of one that is known to hold names, or
 * the first one. A CXSMILES extension that does not close is left to RDKit, which refuses it.
 */
export function readSmilesLine(line: string, header: SmilesHeader | undefined, nameTag = ''): SmilesLine {
  const { word: smiles } = firstWord(line);
  const rest = line.slice(smiles.length);
  const start = rest.trimStart();
  const close = start.startsWith('|') ? start.indexOf('|', 1) : -1;
  const extension = !start.startsWith('|') ? '' : close === -1 ? start : start.slice(0, close + 1);
  const behind = extension === '' ? rest : start.slice(extension.length);
  const columns = behind.replace(/^ *\t/, '').split('\t', MAX_COLUMNS);
  const values = columns.map((column) => column.trim());
  const names = header ?? [];
  const all = new Map(values.map((value, i) => [names[i] || (i === 0 ? NAME : `column_${i + 2}`), value]));
  const nameColumn = chosenTag(all, nameTag) ?? (header && knownNameTag(all)) ?? names[0] ?? NAME;
  const tags = [...all].filter(([column, value]) => column !== nameColumn && column !== NAME && value !== '');
  return { smiles, extension, name: all.get(nameColumn) ?? '', tags: new Map(tags) };
}

/** The column behind the SMILES where there is no header. */
const NAME = '';
