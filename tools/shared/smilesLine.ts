import { chosenTag, knownNameTag, type Tags, tagsOf } from './tags.ts';
import { firstWord, linesOf } from './text.ts';

/** The header line of a table that has a column of SMILES. */
export interface SmilesHeader {
  names: string[];
  /** Index of the column of SMILES. */
  smiles: number;
  /** Undefined when white space separates the columns, and the name is the rest of the line. */
  delimiter?: string;
}

/** Usual names of columns of SMILES. None of these words is itself a SMILES. */
const SMILES_COLUMN = /^(canonical|isomeric|cx|molecule)?[ _]?smiles$/i;

/**
 * Other names with the word, such as `Ligand SMILES`, `PUBCHEM_OPENEYE_CAN_SMILES` or `smiles_1`. They are accepted
 * when the line has none of the usual names and does not begin with a SMILES.
 */
const SMILES_WORD = /(^|[^a-z])smiles([^a-z]|$)/i;

/** Maximum number of columns of a line. */
const MAX_COLUMNS = 200;

export function smilesHeader(line: string): SmilesHeader | undefined {
  const delimiter = ['\t', ';', ','].find((one) => line.includes(one));
  const names = delimiter ? cellsOf(line, delimiter) : line.trim().split(/\s+/, MAX_COLUMNS);
  const isHeader = !looksLikeSmiles(firstWord(names[0] ?? '').word);
  const named = names.findIndex((name) => SMILES_COLUMN.test(name));
  const smiles = named === -1 && isHeader ? names.findIndex((name) => SMILES_WORD.test(name)) : named;
  if (smiles === -1 || (smiles > 0 && !delimiter)) return undefined;
  return { names, smiles, ...(delimiter && { delimiter }) };
}

/** An atom, then symbols of atoms, bonds, branches and rings. RDKit in Python accepts no SMILES without them. */
const SYMBOLS =
  /^(\[[^[\]]+\]|Br|Cl|[BCNOPSFIbcnops*])(\[[^[\]]+\]|Br|Cl|[BCNOPSFIbcnops*]|[-=#$:/\\.()~<>\d]|%\d\d|%\(\d+\))*$/;

/** Whether a word may be a SMILES, as far as that can be seen without a toolkit: `aspirin` and `mol1` are not. */
export const looksLikeSmiles = (word: string): boolean => SYMBOLS.test(word);

/** Number of lines of a list that are examined to find its columns. */
const MAX_LOOKED_AT = 1_000;

/**
 * Returns the columns of a list without header whose first column has the names. In such a list each line has a SMILES
 * in the second column, and most lines have none in the first. Without tabs each line must be two words.
 */
export function namesFirst(text: string): SmilesHeader | undefined {
  const lines: string[] = [];
  for (const line of linesOf(text)) {
    if (lines.length === MAX_LOOKED_AT) break;
    if (line.trim() !== '' && !line.startsWith('#')) lines.push(line);
  }
  return ['\t', ' ']
    .map((delimiter) => ({ names: ['name', 'smiles'], smiles: 1, delimiter }))
    .find((header) => {
      const rows = lines.map((line) => cellsOf(line, header.delimiter));
      const odd = rows.filter(([first = '']) => !looksLikeSmiles(firstWord(first).word));
      const fits = ([, second = '', ...more]: string[]) =>
        looksLikeSmiles(firstWord(second).word) && (header.delimiter === '\t' || more.length === 0);
      return odd.length > rows.length / 2 && rows.every(fits);
    });
}

interface SmilesLine {
  smiles: string;
  /** `|…|` with its bars, or empty. */
  extension: string;
  name: string;
  tags: Tags;
}

/**
 * Reads a line `SMILES[ |CXSMILES|][ TAB or space name][ TAB column]…`, or a line of a table. With a header, the name
 * is the value of the chosen column, else of a column known to hold names, else of the first other column. A CXSMILES
 * extension without an end is passed to RDKit, which refuses it.
 */
export function readSmilesLine(line: string, header: SmilesHeader | undefined, nameTag = ''): SmilesLine {
  const cells = header?.delimiter ? cellsOf(line, header.delimiter) : undefined;
  const { smiles, extension, rest } = splitExtension(cells ? (cells[header!.smiles] ?? '') : line.trim());
  const behind = rest.replace(/^ *\t/, '').split('\t', MAX_COLUMNS);
  const others = (cells ? cells.filter((_, i) => i !== header!.smiles) : behind).map((cell) => cell.trim());
  const names = header?.names.filter((_, i) => i !== header.smiles) ?? [];
  const columns = others.map((_, i) => names[i] || (i === 0 ? NAME : `column_${i + 2}`));
  const all = tagsOf(columns, others);
  const nameColumn = chosenTag(all, nameTag) ?? (header && knownNameTag(all)) ?? firstName(names) ?? NAME;
  const tags = [...all].filter(([column, value]) => column !== nameColumn && column !== NAME && value !== '');
  return { smiles, extension, name: all.get(nameColumn) ?? '', tags: new Map(tags) };
}

/** Returns the first column that may have names. A second column of SMILES has none. */
const firstName = (columns: string[]): string | undefined =>
  columns.find((column) => !SMILES_COLUMN.test(column) && !SMILES_WORD.test(column));

/** Name of the column after the SMILES when there is no header. */
const NAME = '';

function splitExtension(text: string): { smiles: string; extension: string; rest: string } {
  const { word: smiles } = firstWord(text);
  const rest = text.trimStart().slice(smiles.length);
  const start = rest.trimStart();
  if (!start.startsWith('|')) return { smiles, extension: '', rest };
  const close = start.indexOf('|', 1);
  const extension = close === -1 ? start : start.slice(0, close + 1);
  return { smiles, extension, rest: start.slice(extension.length) };
}

/** Symbols of atoms, in the order in which a CXSMILES counts them. */
const ATOMS = /\[[^\]]*\]|Br|Cl|[BCNOPSFIbcnops*]/g;

/**
 * Returns labels that a CXSMILES gives to atoms of an element (`CC |$R1;$|`). RDKit ignores the label and reads the
 * element. Atoms are counted from 1.
 */
export function labelledAtoms(smiles: string, extension: string): { atom: number; label: string }[] {
  const labels = /[|,]\$(?!_AV:)([^$]*)\$/.exec(extension)?.[1]?.split(';', smiles.length) ?? [];
  if (labels.length === 0) return [];
  const symbols = smiles.match(ATOMS) ?? [];
  const isDummy = (symbol: string) => /^\[?\d*\*/.test(symbol);
  return labels.flatMap((label, i) =>
    label.trim() === '' || symbols[i] === undefined || isDummy(symbols[i]) ? [] : [{ atom: i + 1, label }],
  );
}

/** Returns the cells of a line of a table. Cells of CSV may be quoted; a quote in a quoted cell is doubled. */
function cellsOf(line: string, delimiter: string): string[] {
  if (delimiter === ' ') return line.trim().split(/\s+/, MAX_COLUMNS);
  if (delimiter === '\t' || !line.includes('"')) return line.split(delimiter, MAX_COLUMNS).map((cell) => cell.trim());
  const cells = [''];
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (character === '"' && isQuoted && line[i + 1] === '"') cells.push(`${cells.pop()}${line[i++]}`);
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted && cells.length < MAX_COLUMNS) cells.push('');
    else cells.push(`${cells.pop()}${character}`);
  }
  return cells.map((cell) => cell.trim());
}
