import { guessKind } from '@rotamer/formats/letters.ts';
import { looksLike } from './looksLike.ts';
import { quoted, TextProblems } from './problems.ts';
import { firstWord, linesOf, withoutControls } from './text.ts';

export interface SequenceRecord {
  /**
   * First word of the header, or more when the first word is not unique (`nameApart`). Unnamed records are called
   * `sequence_<n>`.
   */
  name: string;
  /** The rest of the header. */
  description: string;
  /** Upper case, without white space and trailing stop marks. A stop mark inside a protein is X. */
  sequence: string;
  /** 1-based line of the header, or of the first residue of a bare sequence. */
  line: number;
}

export type Alphabet = keyof typeof alphabets;

const alphabets = {
  protein: {
    letters: /^[ACDEFGHIKLMNPQRSTVWYBJOUXZ]*$/,
    wrong: /[^ACDEFGHIKLMNPQRSTVWYBJOUXZ*]/i,
    noun: 'an amino acid code',
  },
  dna: { letters: /^[ACGTUNRYSWKMBDHV]*$/, wrong: /[^ACGTUNRYSWKMBDHV*]/i, noun: 'a nucleotide code' },
} as const;

/** The limit exists because a name is repeated in every row about its sequence. */
export const MAX_NAME_LENGTH = 500;

export interface SequenceLimits {
  maxRecords: number;
  maxResidues: number;
  /**
   * With `leavesOut`, a faulty record is left out and its reason noted. Otherwise the fault is a problem of the
   * request.
   */
  leavesOut?: boolean;
}

/**
 * Parses FASTA. Lines that begin with `;`, as in Pearson's programs, or with `#` are comments. Text that other programs
 * would silently drop or guess is a problem, or is noted.
 */
export function parseFasta(text: string, alphabet: Alphabet, limits: SequenceLimits) {
  const problems = new TextProblems();
  const records: SequenceRecord[] = [];
  const reader = { alphabet, limits, problems };
  let record: OpenRecord | undefined;
  let lineNumber = 0;
  let opened = 0;
  const closeLast = () => {
    const closed = record && close(record, reader);
    if (closed) records.push(closed);
  };
  for (const rawLine of linesOf(text)) {
    lineNumber++;
    const line = rawLine.trim();
    if (line === '' || isComment(line)) {
      if (record && isHiddenResidues(line, reader))
        problems.warn(record.name, lineNumber, 'the line was read as a comment, but it has only letters of a sequence');
      continue;
    }
    if (line.startsWith('>')) {
      closeLast();
      if (records.length >= limits.maxRecords) {
        problems.add(`line ${lineNumber}: more than ${limits.maxRecords} records`);
        return { records, problems };
      }
      record = open(line.slice(1), ++opened, lineNumber, reader);
    } else if (record) {
      appendResidues(record, line, lineNumber, reader);
    } else {
      problems.add(
        `line ${lineNumber}: a FASTA record starts with '>', found ${quoted(line[0]!)}${looksLike(text) || bareHint(line)}`,
      );
      return { records, problems };
    }
  }
  closeLast();
  if (!record) problems.add('the content is empty');
  return { records, problems };
}

/**
 * Returns the way out for residues without a header. Looks for another character, because a pattern for all of them needs room on the
 * stack for each, and fails with some millions.
 */
const bareHint = (line: string) =>
  /^[A-Za-z]{10}/.test(line) && !/[^A-Za-z]/.test(line.replace(/\*$/, ''))
    ? "; put a line such as '>name' before the sequence"
    : '';

/** Returns whether a line is a comment of FASTA. Comments are whole lines. */
export const isComment = (line: string) =>
  line.startsWith(';') || (line.startsWith('#') && !line.startsWith('# STOCKHOLM'));

/** The shortest comment that is suspected to be residues. Words of a language are shorter. */
const MIN_HIDDEN = 15;

/** Returns whether a comment may be residues behind a mark, as in alignments of the HIV database, where `#` is a frameshift. */
const isHiddenResidues = (line: string, { alphabet }: Reader) =>
  line.length > MIN_HIDDEN && alphabets[alphabet].letters.test(line.slice(1));

/** Parses one bare sequence: letters and white space without a header. */
export function parseBareSequence(text: string, alphabet: Alphabet, limits: SequenceLimits) {
  const problems = new TextProblems();
  const reader = { alphabet, limits, problems };
  const lines = [...linesOf(text)];
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) {
    problems.add('the content is empty');
    return { records: [], problems };
  }
  if (lines[first]!.trim().startsWith('>')) {
    problems.add(`line ${first + 1}: a bare sequence has no '>' header; use the format FASTA`);
    return { records: [], problems };
  }
  const record = open('', 1, first + 1, reader);
  for (let i = first; i < lines.length; i++) appendResidues(record, lines[i]!, i + 1, reader);
  const closed = close(record, reader);
  return { records: closed ? [closed] : [], problems };
}

/** The state shared by the records of a text. */
interface Reader {
  alphabet: Alphabet;
  limits: SequenceLimits;
  problems: TextProblems;
}

interface OpenRecord extends Omit<SequenceRecord, 'sequence'> {
  parts: string[];
  /** The first line with a stop mark. */
  stopLine?: number;
  gaps: number;
  sound: boolean;
  /** Why the record is left out. */
  odd?: string;
}

/** Control characters that headers may have: the tab, and U+0001, with which NCBI joins headers. */
const USUAL = ['\t', '\u0001'];

function open(given: string, number: number, line: number, reader: Reader): OpenRecord {
  const { word, rest: description } = firstWord(withoutControls(given));
  const name = word.slice(0, MAX_NAME_LENGTH) || `sequence_${number}`;
  const record = { name, description, line, parts: [], gaps: 0, sound: true };
  const control = given.match(/\p{Cc}/gu)?.find((each) => !USUAL.includes(each));
  if (control !== undefined)
    reader.problems.warn(name, line, `the control character ${quoted(control)} of the header was read as a space`);
  if (word.length > MAX_NAME_LENGTH)
    refuse(
      record,
      line,
      `name has ${word.length} characters, the limit is ${MAX_NAME_LENGTH}`,
      reader,
      "the record's ",
    );
  if (isPir(word))
    refuse(
      record,
      line,
      `${quoted(word)} begins a record of PIR, whose second line is no sequence; send FASTA`,
      reader,
    );
  return record;
}

/** Headers of NBRF/PIR, as MODELLER reads it. */
const isPir = (word: string) => /^(P1|F1|D[LC]|R[LC]|N[13]|B1|XX);/.test(word);

/** Reports a fault. `about` is text that comes before it in the message. */
function refuse(record: OpenRecord, line: number, wrong: string, { limits, problems }: Reader, about = ''): void {
  record.sound = false;
  if (limits.leavesOut) record.odd ??= wrong;
  else problems.add(`line ${line}: ${about}${wrong}`);
}

function appendResidues(record: OpenRecord, line: string, lineNumber: number, reader: Reader) {
  const { letters, wrong, noun } = alphabets[reader.alphabet];
  if (letters.test(line)) {
    // Fast path: nearly all lines of all files are valid.
    record.parts.push(line);
    return;
  }
  let residues = line.replace(/\s/g, '');
  if (residues === '') return;
  if (reader.limits.leavesOut && /[-.]/.test(residues)) {
    const without = residues.replace(/[-.]/g, '');
    record.gaps += residues.length - without.length;
    residues = without;
  }
  if (residues.includes('*')) record.stopLine ??= lineNumber;
  // Check before folding the case: in upper case 'ß' and 'ﬀ' become letters of the alphabet.
  const at = residues.search(wrong);
  if (at !== -1) {
    const found = String.fromCodePoint(residues.codePointAt(at)!);
    refuse(
      record,
      lineNumber,
      isGap(found)
        ? gapProblem(residues, found)
        : `character ${shown(found)} is not ${noun}${reader.limits.leavesOut ? '' : wayOut(found, line)}`,
      reader,
    );
  }
  record.parts.push(residues.toUpperCase());
}

/** Returns a character for a message. Letters of other alphabets look like Latin ones, so they come with their code. */
function shown(character: string): string {
  const code = character.codePointAt(0)!;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code < 128 || quoted(character).includes(name) ? quoted(character) : `${quoted(character)} (${name})`;
}

/** Returns what to do about a character that is often found in sequences, or an empty text. */
function wayOut(character: string, line: string): string {
  if (/(?:^|\s)\d+(?:\s|$)/.test(line)) return '; remove the numbers of positions';
  if (character === '>') return '; a header begins a new line';
  if (line.startsWith('//')) return "; remove the '//' of other formats";
  if (character === '?') return '; write X or N for an unknown residue';
  if (character === '~') return '; send the unaligned sequence';
  return '';
}

const isGap = (character: string) => character === '-' || character === '.';

const gapProblem = (residues: string, gap: string) =>
  isThreeLetterCode(residues)
    ? `${quoted(residues)} looks like three-letter codes; send one-letter codes`
    : `gap character '${gap}' is not allowed; send the unaligned sequence`;

/** Returns undefined for a record that is left out. */
function close(record: OpenRecord, reader: Reader): SequenceRecord | undefined {
  const { name, description, line } = record;
  const { alphabet, limits, problems } = reader;
  const sequence = withoutStops(record, reader);
  const about = `record ${quoted(name)} `;
  const { length } = sequence;
  const { maxResidues } = limits;
  if (length === 0) refuse(record, line, 'has no residues', reader, about);
  else if (length > maxResidues)
    refuse(record, line, `has ${length} residues, the limit is ${maxResidues}`, reader, about);
  else if (alphabet === 'protein' && record.sound && looksLikeNucleotides(sequence))
    problems.warn(name, line, 'looks like a nucleotide sequence; it was read as a protein, as its kind says');
  if (record.odd !== undefined) {
    problems.leaveOut(name, record.odd);
    return undefined;
  }
  if (alphabet === 'protein' && isThreeLetterCode(sequence))
    problems.warn(name, line, 'looks like three-letter codes; each letter was read as a residue of its own');
  if (record.gaps > 0) problems.warn(name, line, `${record.gaps} gap characters were removed`);
  return { name, description, sequence, line };
}

/** Returns the residues without stop marks at the end. A stop mark inside a protein becomes X, an unknown residue. */
function withoutStops(record: OpenRecord, reader: Reader): string {
  const given = record.parts.join('');
  if (record.stopLine === undefined) return given;
  let end = given.length;
  while (given[end - 1] === '*') end--;
  const sequence = given.slice(0, end);
  const stops = sequence.split('*').length - 1;
  if (stops === 0) return sequence;
  const found = stops === 1 ? "1 stop mark '*'" : `${stops} stop marks '*'`;
  if (reader.alphabet === 'protein')
    reader.problems.warn(record.name, record.stopLine, `${found} inside of the sequence, read as X`);
  else refuse(record, record.stopLine, "character '*' is not a nucleotide code", reader);
  return sequence.replaceAll('*', 'X');
}

/** Number of characters that are checked. Peptides in three-letter code are shorter. */
const MAX_THREE_LETTER = 3_000;

/** The three-letter codes of amino acids, in capitals. */
export const threeLetterCodes: ReadonlySet<string> = new Set(
  (
    'ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL ' + 'ASX GLX XAA SEC PYL XLE TER'
  ).split(' '),
);

/**
 * Returns whether a text is three-letter code such as `MetAlaCys`: in any case, with or without hyphens, at least three
 * residues.
 */
function isThreeLetterCode(text: string): boolean {
  const letters = text.slice(0, MAX_THREE_LETTER).replaceAll('-', '').toUpperCase();
  if (letters.length < 9 || letters.length % 3 !== 0) return false;
  for (let i = 0; i < letters.length; i += 3) if (!threeLetterCodes.has(letters.slice(i, i + 3))) return false;
  return true;
}

/** Shorter proteins may by chance have only letters that are nucleotide codes. */
const MIN_NUCLEOTIDES = 20;

const looksLikeNucleotides = (sequence: string): boolean =>
  sequence.length >= MIN_NUCLEOTIDES && guessKind([sequence]).kind === 'dna';

/** Writes records as FASTA, with lines of 60 residues. */
export function writeFasta(records: { name: string; description?: string; sequence: string }[]): string {
  return records
    .map(({ name, description, sequence }) => {
      const header = description ? `${name} ${description}` : name;
      return `>${header}\n${(sequence.match(/.{1,60}/g) ?? []).join('\n')}\n`;
    })
    .join('');
}
