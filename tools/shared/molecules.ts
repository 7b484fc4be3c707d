import { quoted, TextProblems } from './problems.ts';
import {
  labelledAtoms,
  looksLikeSmiles,
  namesFirst,
  readSmilesLine,
  type SmilesHeader,
  smilesHeader,
} from './smilesLine.ts';
import type { Tags } from './tags.ts';
import { linesOf } from './text.ts';

/** One molecule as the user wrote it. RDKit validates its chemistry at run time. */
export interface MoleculeRecord {
  name: string;
  /**
   * A SMILES with its CXSMILES extension, or a molfile up to `M END`, in the form that RDKit reads. Empty when there is
   * a fault.
   */
  text: string;
  /** 1-based line where the record starts. */
  line: number;
  /** Counted from the text, before any toolkit reads it. */
  heavyAtoms: number;
  /** Tags of an SD file, further columns of a list of SMILES. */
  tags?: Tags;
  /** Why this record cannot be used. Other records of the file still can. */
  fault?: string;
}

export interface MoleculeLimits {
  maxRecords: number;
  /** Tag or column with the names. */
  nameTag?: string;
}

/**
 * Lower than what RDKit's WebAssembly build bears: it runs out of memory for good at about 1,000 atoms, and works with
 * 600.
 */
export const MAX_HEAVY_ATOMS = 400;
export const MAX_SMILES_LENGTH = 1500;
const MAX_NAME_LENGTH = 1000;

/**
 * Reads lines `SMILES[ |CXSMILES|][ TAB or space name]`. Further columns may follow the name after a TAB; a header line
 * with a column `SMILES` names them. With a header, tables with commas or semicolons and other orders of columns are
 * read too. Without one, lists with the names in the first column are also read. Unnamed molecules are called
 * `molecule_<n>`, where n counts from `firstNumber`.
 */
export function parseSmilesList(text: string, { maxRecords, nameTag }: MoleculeLimits, firstNumber = 1) {
  const problems = new TextProblems();
  const records: MoleculeRecord[] = [];
  let header: SmilesHeader | undefined;
  let lineNumber = 0;
  for (const rawLine of linesOf(text)) {
    lineNumber++;
    const line = rawLine.trim();
    if (line === '') continue;
    if (line.startsWith('#')) {
      problems.warn('comment', lineNumber, 'a line that begins with # is not read');
      continue;
    }
    if (records.length === 0 && !header) {
      header = smilesHeader(line);
      if (header) continue;
      header = namesFirst(text);
      if (header) problems.warn('columns', lineNumber, 'the first column is read as names, the second as SMILES');
    }
    if (records.length >= maxRecords) {
      problems.add(`line ${lineNumber}: more than ${maxRecords} molecules`);
      return { records, problems };
    }
    const { smiles, extension, name, tags } = readSmilesLine(header?.delimiter ? rawLine : line, header, nameTag);
    const fault = faultOfLine(line, lineNumber, smiles);
    const record = {
      name: tidyName(name) || `molecule_${firstNumber + records.length}`,
      text: fault ? '' : extension === '' ? smiles : `${smiles} ${extension}`,
      line: lineNumber,
      heavyAtoms: fault ? 0 : heavyAtomsOfSmiles(smiles),
      tags,
      ...(fault && { fault }),
    };
    records.push(record);
    for (const { atom, label } of fault ? [] : labelledAtoms(smiles, extension))
      problems.warn(record.name, lineNumber, labelNotRead(atom, label));
  }
  if (records.length === 0) problems.add('the content is empty');
  return { records, problems };
}

/** Returns the warning about an atom's label that RDKit ignores, reading the atom as its element. */
export const labelNotRead = (atom: number | string, label: string): string =>
  `atom ${atom} is labelled ${quoted(label)}, which is not read`;

function faultOfLine(line: string, lineNumber: number, smiles: string): string | undefined {
  const control = controlCharacter(line);
  if (control) return `line ${lineNumber}: control character ${quoted(control)}`;
  if (smiles === '') return `line ${lineNumber}: no SMILES`;
  if (/^InChI=/i.test(smiles)) return `line ${lineNumber}: an InChI, not a SMILES`;
  const separator = /[,;"']/.exec(smiles)?.[0];
  if (separator)
    return `line ${lineNumber}: the character ${quoted(separator)} is in no SMILES; a table needs a header line with a column SMILES`;
  if (smiles.replace(/->|<-/g, '').includes('>'))
    return `line ${lineNumber}: ${quoted(smiles)} is a reaction, not a molecule; give its reactants and products in lines of their own`;
  if (smiles.length > MAX_SMILES_LENGTH)
    return `line ${lineNumber}: the SMILES has ${smiles.length} characters, the limit is ${MAX_SMILES_LENGTH}`;
  return looksLikeSmiles(smiles)
    ? undefined
    : `line ${lineNumber}: ${quoted(smiles)} is not a SMILES, which comes first in a line unless a header names a column SMILES`;
}

/**
 * Counts the atom tokens that are not hydrogen. That suffices for a limit: RDKit counts again when it accepts the
 * molecule.
 */
export function heavyAtomsOfSmiles(smiles: string): number {
  let count = 0;
  // After the last ']' no bracket can close. Searching for one at each '[' would take quadratic time.
  const lastClose = smiles.lastIndexOf(']');
  for (let i = 0; i < smiles.length; i++) {
    if (smiles[i] === '[' && i < lastClose) {
      const close = smiles.indexOf(']', i);
      if (!/^\[\d*H[+-]?\d*(:\d+)?\]$/.test(smiles.slice(i, close + 1))) count++;
      i = close;
    } else if ('BCNOPSFIbcnops*'.includes(smiles[i]!)) {
      count++;
      if (smiles.startsWith('Br', i) || smiles.startsWith('Cl', i)) i++;
    }
  }
  return count;
}

export function controlCharacter(line: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  return /[\u0000-\u0008\u000B-\u001F\u007F]/.exec(line)?.[0];
}

export function tidyName(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
}
