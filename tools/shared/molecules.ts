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

/** One molecule as written by the user; RDKit validates its chemistry at run time. */
export interface MoleculeRecord {
  name: string;
  /** A SMILES with its CXSMILES extension, or a molfile as RDKit reads it, up to `M  END`; empty where there is a fault. */
  text: string;
  /** 1-based line where the record starts. */
  line: number;
  /** Counted in the text, before any toolkit sees it. */
  heavyAtoms: number;
  /** Tags of an SD file, further columns of a list of SMILES. */
  tags?: Tags;
  /** Why the record cannot be used; the other records of the file can. */
  fault?: string;
}

export interface MoleculeLimits {
  maxRecords: number;
  /** Tag or column that has the names. */
  nameTag?: string;
}

/** RDKit's WebAssembly build runs out of memory, permanently, at about 1,000 atoms; 600 are fine. */
export const MAX_HEAVY_ATOMS = 400;
export const MAX_SMILES_LENGTH = 1500;
const MAX_NAME_LENGTH = 1000;

/**
 * Lines `SMILES[ |CXSMILES|][ TAB or space name]`; what follows the name after a TAB are further columns, which a header line with a
 * column `SMILES` names. With a header, tables with commas, semicolons and other orders of columns are read too; without one, also lists whose
 * first column has the names. Unnamed molecules are called `molecule_<n>`, n counted from `firstNumber`.
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

/** What SMILES and molfiles say of atoms that RDKit takes for their element all the same. */
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
  if (smiles.length > MAX_SMILES_LENGTH)
    return `line ${lineNumber}: the SMILES has ${smiles.length} characters, the limit is ${MAX_SMILES_LENGTH}`;
  return looksLikeSmiles(smiles)
    ? undefined
    : `line ${lineNumber}: ${quoted(smiles)} is not a SMILES, which comes first in a line unless a header names a column SMILES`;
}

/** Atom tokens that are not hydrogen. Good enough for a limit: RDKit counts again what it accepts. */
export function heavyAtomsOfSmiles(smiles: string): number {
  let count = 0;
  // Behind the last ']' no bracket can close, and looking for one again at each '[' would take quadratic time.
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
