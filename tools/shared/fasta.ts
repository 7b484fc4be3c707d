import { quoted, TextProblems } from './problems.ts';
import { firstWord, linesOf } from './text.ts';

export interface SequenceRecord {
  /** First word of the header; unnamed records get `sequence_<n>`. Not unique: files may repeat a name. */
  name: string;
  description: string;
  /** Upper case, without whitespace and without a trailing stop mark. */
  sequence: string;
  /** 1-based line of the header, or of the first residue of a bare sequence. */
  line: number;
}

export type Alphabet = keyof typeof alphabets;

const alphabets = {
  protein: {
    letters: /^[ACDEFGHIKLMNPQRSTVWYBJOUXZ]*$/,
    wrong: /[^ACDEFGHIKLMNPQRSTVWYBJOUXZ]/i,
    noun: 'an amino acid code',
  },
  dna: { letters: /^[ACGTUNRYSWKMBDHV]*$/, wrong: /[^ACGTUNRYSWKMBDHV]/i, noun: 'a nucleotide code' },
} as const;

/** Names are repeated in every row about their sequence. */
export const MAX_NAME_LENGTH = 500;

export interface SequenceLimits {
  maxRecords: number;
  maxResidues: number;
}

/** Parses FASTA strictly: downstream programs silently drop or guess what they do not understand. */
export function parseFasta(text: string, alphabet: Alphabet, limits: SequenceLimits) {
  const problems = new TextProblems();
  const records: SequenceRecord[] = [];
  let record: OpenRecord | undefined;
  let lineNumber = 0;
  for (const rawLine of linesOf(text)) {
    lineNumber++;
    const line = rawLine.trim();
    if (line === '') continue;
    if (line.startsWith('>')) {
      if (record) records.push(close(record, alphabet, limits, problems));
      if (records.length >= limits.maxRecords) {
        problems.add(`line ${lineNumber}: more than ${limits.maxRecords} records`);
        return { records, problems };
      }
      record = open(line.slice(1), records.length + 1, lineNumber, problems);
    } else if (record) {
      appendResidues(record, line, lineNumber, alphabet, problems);
    } else {
      problems.add(`line ${lineNumber}: a FASTA record starts with '>', found ${quoted(line[0]!)}`);
      return { records, problems };
    }
  }
  if (record) records.push(close(record, alphabet, limits, problems));
  else problems.add('the content is empty');
  return { records, problems };
}

/** One bare sequence: letters and white space, no header. */
export function parseBareSequence(text: string, alphabet: Alphabet, limits: SequenceLimits) {
  const problems = new TextProblems();
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
  const record = open('', 1, first + 1, problems);
  for (let i = first; i < lines.length; i++) appendResidues(record, lines[i]!, i + 1, alphabet, problems);
  return { records: [close(record, alphabet, limits, problems)], problems };
}

interface OpenRecord extends Omit<SequenceRecord, 'sequence'> {
  parts: string[];
  stopped: boolean;
  sound: boolean;
}

function open(header: string, number: number, line: number, problems: TextProblems): OpenRecord {
  const { word, rest: description } = firstWord(header);
  if (word.length > MAX_NAME_LENGTH)
    problems.add(`line ${line}: the record's name has ${word.length} characters, the limit is ${MAX_NAME_LENGTH}`);
  const name = word.slice(0, MAX_NAME_LENGTH) || `sequence_${number}`;
  return { name, description, line, parts: [], stopped: false, sound: true };
}

function appendResidues(
  record: OpenRecord,
  line: string,
  lineNumber: number,
  alphabet: Alphabet,
  problems: TextProblems,
) {
  const { letters, wrong, noun } = alphabets[alphabet];
  if (!record.stopped && letters.test(line)) {
    // Nearly every line of nearly every file.
    record.parts.push(line);
    return;
  }
  let residues = line.replace(/\s/g, '');
  if (residues === '') return;
  if (record.stopped) {
    // A stop mark may end a record only, so whatever follows one makes that mark wrong.
    problems.add(`line ${lineNumber}: residues after the stop mark '*'`);
    record.sound = false;
    record.stopped = false;
  }
  if (residues.endsWith('*')) {
    residues = residues.slice(0, -1);
    record.stopped = true;
  }
  // Before the case is folded: in upper case 'ß' and 'ﬀ' are letters of the alphabet.
  const at = residues.search(wrong);
  if (at !== -1) {
    const found = String.fromCodePoint(residues.codePointAt(at)!);
    const isGap = found === '-' || found === '.';
    problems.add(
      isGap
        ? `line ${lineNumber}: gap character '${found}' is not allowed; send the unaligned sequence`
        : `line ${lineNumber}: character ${quoted(found)} is not ${noun}`,
    );
    record.sound = false;
  }
  record.parts.push(residues.toUpperCase());
}

function close(record: OpenRecord, alphabet: Alphabet, limits: SequenceLimits, problems: TextProblems): SequenceRecord {
  const { name, description, line } = record;
  const sequence = record.parts.join('');
  if (sequence === '') problems.add(`line ${line}: record ${quoted(name)} has no residues`);
  else if (sequence.length > limits.maxResidues)
    problems.add(
      `line ${line}: record ${quoted(name)} has ${sequence.length} residues, the limit is ${limits.maxResidues}`,
    );
  else if (alphabet === 'protein' && record.sound && looksLikeNucleotides(sequence))
    problems.add(`line ${line}: record ${quoted(name)} looks like a nucleotide sequence`);
  return { name, description, sequence, line };
}

/** More than 90 % ACGTUN among at least 20 letters: no natural protein comes near. */
function looksLikeNucleotides(sequence: string): boolean {
  if (sequence.length < 20) return false;
  let others = 0;
  const enough = 0.1 * sequence.length;
  for (let i = 0; i < sequence.length; i++) if (!'ACGTUN'.includes(sequence[i]!) && ++others >= enough) return false;
  return true;
}

/** FASTA with lines of 60 residues. */
export function writeFasta(records: { name: string; description?: string; sequence: string }[]): string {
  return records
    .map(({ name, description, sequence }) => {
      const header = description ? `${name} ${description}` : name;
      return `>${header}\n${(sequence.match(/.{1,60}/g) ?? []).join('\n')}\n`;
    })
    .join('');
}
