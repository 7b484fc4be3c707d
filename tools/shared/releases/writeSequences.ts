import { join } from 'node:path';
import { NAMES, OFFSET_BYTES, OFFSETS, SEQUENCES } from '../datasets/records.ts';
import { TAXA } from '../datasets/taxa.ts';
import { MAX_NAME_LENGTH } from '../fasta.ts';
import { safeId } from '../native/safeIds.ts';
import { quoted } from '../problems.ts';
import { firstWord, withoutControls } from '../text.ts';
import { type AppendFile, appendFile } from './appendFile.ts';
import { linesOfStream } from './linesOfStream.ts';
import { integer, type TaxonFinder } from './writeTaxa.ts';

/** The number of records, and the residues of all of them. */
export interface Counts {
  records: number;
  residues: number;
}

export interface WrittenSequences extends Counts {
  leftOut: LeftOutRecords;
}

/** Records that are not in the release. */
export interface LeftOutRecords {
  count: number;
  /** Names and reasons of the first ten. */
  first: string[];
}

const MAX_DESCRIPTION = 10_000;
const MAX_SHOWN = 10;

const alphabets = {
  'protein-sequences': {
    letters: /^[ACDEFGHIKLMNPQRSTVWYBJOUXZ]*$/,
    noun: 'an amino acid code',
    // HMMER 3 ends at a longer target. No protein is known with half as many residues.
    maxResidues: 100_000,
  },
  'nucleotide-sequences': {
    letters: /^[ACGTUNRYSWKMBDHV]*$/,
    noun: 'a nucleotide code',
    // As long as the sequences may be that users send.
    maxResidues: 10_000_000,
  },
};

/**
 * Writes the files of a release from FASTA (`records.ts`), and `taxa.bin` for `finishTaxa`. Only one record is in memory. Faulty records are left out:
 * without residues, with a long name, or with other characters. Gaps and stop marks at the end are removed, and stop marks
 * inside a protein are X, as in what users send.
 *
 * @throws Error that names the line of a text that is not FASTA or of a record that is too long, or when no record is left.
 */
export async function writeSequences(
  chunks: AsyncIterable<Uint8Array>,
  dir: string,
  kind: keyof typeof alphabets,
  finder: TaxonFinder,
  onRecords: (counts: Counts) => void = () => {},
): Promise<WrittenSequences> {
  const written = openRelease(dir, finder);
  const leftOut: LeftOutRecords = { count: 0, first: [] };
  let header: string | undefined;
  let parts: string[] = [];
  let length = 0;
  let line = 0;
  const { maxResidues } = alphabets[kind];

  function close(): void {
    if (header === undefined) return;
    const { word, rest } = firstWord(header);
    const name = word || `sequence_${written.records + leftOut.count + 1}`;
    const sequence = residuesOf(parts, kind);
    const reason = faultOf(name, sequence, kind);
    if (reason === undefined) written.add(name, rest, sequence);
    else if (++leftOut.count <= MAX_SHOWN) leftOut.first.push(`${quoted(name)}: ${reason}`);
    parts = [];
    length = 0;
  }

  try {
    for await (const lines of linesOfStream(chunks)) {
      for (const text of lines) {
        line++;
        if (text.startsWith('>')) {
          close();
          header = text.slice(1);
        } else if (header !== undefined) {
          length += text.length;
          if (length > maxResidues) throw tooLong(header, line, maxResidues);
          parts.push(text);
        } else if (text.trim() !== '' && !/^[;#]/.test(text))
          throw new Error(`line ${line}: a FASTA record starts with '>', found ${quoted(text.slice(0, 40))}`);
      }
      onRecords(written);
    }
    close();
  } finally {
    written.close();
  }
  if (written.records === 0)
    throw new Error(`the file has no record${leftOut.first[0] ? `; ${leftOut.first[0]}` : ''}`);
  return { records: written.records, residues: written.residues, leftOut };
}

/** A chromosome that is missing without a word would be missed in every search, so it ends the import. */
function tooLong(header: string, line: number, most: number): Error {
  const name = quoted(firstWord(header).word);
  return new Error(
    `line ${line}: ${name} has more than ${most} residues, the limit of a record; cut it into pieces that overlap, or leave it out`,
  );
}

function residuesOf(parts: string[], kind: keyof typeof alphabets): string {
  const text = parts.join('');
  // Nearly all records of all files need no change.
  if (alphabets[kind].letters.test(text)) return text;
  const letters = text.replace(/[\s.-]/g, '').replace(/\*+$/, '');
  const folded = /^[\x20-\x7e]*$/.test(letters) ? letters.toUpperCase() : letters;
  return kind === 'protein-sequences' ? folded.replaceAll('*', 'X') : folded;
}

function faultOf(name: string, sequence: string, kind: keyof typeof alphabets): string | undefined {
  const { letters, noun } = alphabets[kind];
  if (sequence === '') return 'has no residues';
  if (name.length > MAX_NAME_LENGTH) return `its name has more than ${MAX_NAME_LENGTH} characters`;
  if (letters.test(sequence)) return undefined;
  const wrong = [...sequence].find((letter) => !letters.test(letter))!;
  return `character ${quoted(wrong)} is not ${noun}`;
}

function openRelease(dir: string, { taxonOf }: TaxonFinder) {
  const files = [NAMES, SEQUENCES, OFFSETS, TAXA].map((name) => appendFile(join(dir, name)));
  const [names, sequences, offsets, taxa] = files as [AppendFile, AppendFile, AppendFile, AppendFile];
  const counts = { records: 0, residues: 0 };
  return Object.assign(counts, {
    add(name: string, description: string, sequence: string): void {
      sequences.write(`>${safeId(counts.records)}\n`);
      const at = Buffer.alloc(OFFSET_BYTES);
      at.writeBigUInt64LE(BigInt(names.position), 0);
      at.writeBigUInt64LE(BigInt(sequences.position), 8);
      offsets.write(at);
      taxa.write(integer(taxonOf(name, description)));
      names.write(`${plain(name)}\t${plain(description).slice(0, MAX_DESCRIPTION)}\n`);
      sequences.write(`${sequence}\n`);
      counts.records++;
      counts.residues += sequence.length;
    },
    close(): void {
      for (const file of files) file.close();
    },
  });
}

/** Replaces control characters: a tab would end a name, and NCBI separates merged headers by one. */
const plain = (text: string): string => withoutControls(text).trim();
