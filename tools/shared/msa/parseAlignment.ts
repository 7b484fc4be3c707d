import { isComment } from '../fasta.ts';
import { looksLike } from '../looksLike.ts';
import { quoted, TextProblems } from '../problems.ts';
import { firstWord, linesOf } from '../text.ts';
import { type AlignmentLimits, type AlignmentRow, OpenRows } from './openRows.ts';

export type AlignmentFormat = 'AFA' | 'STOCKHOLM' | 'CLUSTAL';

/** One multiple alignment: rows of equal length, each with at least one residue. Names may repeat in aligned FASTA (`nameApart`). */
export function parseAlignment(
  text: string,
  format: AlignmentFormat,
  limits: AlignmentLimits,
): { records: AlignmentRow[]; problems: TextProblems } {
  const problems = new TextProblems();
  const rows = new OpenRows(limits, problems);
  const readToTheEnd = readers[format](text, rows, problems);
  return { records: readToTheEnd ? rows.close() : [], problems };
}

/** Answers false after a problem that makes all further lines meaningless. */
type Reader = (text: string, rows: OpenRows, problems: TextProblems) => boolean;

const readers: Record<AlignmentFormat, Reader> = { AFA: readAfa, STOCKHOLM: readStockholm, CLUSTAL: readClustal };

function readAfa(text: string, rows: OpenRows, problems: TextProblems): boolean {
  let row: ReturnType<OpenRows['open']>;
  let number = 0;
  for (const [i, rawLine] of [...linesOf(text)].entries()) {
    const line = rawLine.trim();
    if (line === '' || isComment(line)) continue;
    if (line.startsWith('>')) {
      number++;
      const { word, rest } = firstWord(line.slice(1));
      const name = word || `sequence_${number}`;
      row = rows.open(name, rest, i + 1);
      if (!row) return false;
    } else if (row) rows.append(row, line, i + 1);
    else {
      problems.add(`line ${i + 1}: a FASTA record starts with '>', found ${quoted(line[0]!)}${looksLike(text)}`);
      return false;
    }
  }
  return true;
}

/** Stockholm 1.0 as Pfam and HMMER write it; annotation lines (`#=GF`, `#=GC`, …) are left out. */
function readStockholm(text: string, rows: OpenRows, problems: TextProblems): boolean {
  let [begun, ended] = [false, false];
  for (const [i, rawLine] of [...linesOf(text)].entries()) {
    const line = rawLine.trim();
    if (line === '') continue;
    if (ended) {
      problems.add(`line ${i + 1}: there is more after the '//' that ends the alignment; send one alignment`);
      return false;
    }
    if (!begun) {
      begun = line.startsWith('# STOCKHOLM 1.');
      if (begun) continue;
      problems.add(`line ${i + 1}: a Stockholm file starts with '# STOCKHOLM 1.0', found ${quoted(line)}`);
      return false;
    }
    if (line.startsWith('#')) continue;
    if (line === '//') ended = true;
    else if (!readBlockLine(line, i + 1, rows, problems)) return false;
  }
  return true;
}

/** Clustal and what else writes its format: a program's name first, marks of conservation below each block. */
function readClustal(text: string, rows: OpenRows, problems: TextProblems): boolean {
  let begun = false;
  for (const [i, line] of [...linesOf(text)].entries()) {
    if (line.trim() === '') continue;
    if (!begun) {
      begun = /^(CLUSTAL|MUSCLE|PROBCONS|MSAPROBS|KALIGN)/i.test(line);
      if (begun) continue;
      problems.add(`line ${i + 1}: a Clustal file starts with the word CLUSTAL, found ${quoted(line.trim())}`);
      return false;
    }
    if (/^\s/.test(line)) {
      if (/^[\s*:.]*$/.test(line)) continue;
      problems.add(`line ${i + 1}: expected a name, or marks of conservation ('*', ':', '.')`);
      return false;
    }
    // The number of residues so far may end a line.
    const counted = /\s\d{1,9}\s*$/.exec(line.slice(-16));
    const withoutCount = counted ? line.slice(0, line.length - counted[0].length) : line;
    if (!readBlockLine(withoutCount, i + 1, rows, problems)) return false;
  }
  return true;
}

function readBlockLine(line: string, lineNumber: number, rows: OpenRows, problems: TextProblems): boolean {
  const { word, rest } = firstWord(line);
  if (rest === '') {
    problems.add(`line ${lineNumber}: row ${quoted(word)} has no columns in this line`);
    return false;
  }
  const row = rows.find(word) ?? rows.open(word, '', lineNumber);
  if (row) rows.append(row, rest, lineNumber);
  return row !== undefined;
}
