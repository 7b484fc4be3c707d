import { threeLetterCodes } from './fasta.ts';
import { quoted, TextProblems } from './problems.ts';
import { firstWord, linesOf } from './text.ts';

/** A pattern as the user wrote it, in SMARTS or PROSITE syntax. The tool checks the syntax. */
export interface PatternRecord {
  /** The pattern itself if it has no name. */
  name: string;
  text: string;
  /** 1-based line where the pattern starts. */
  line: number;
}

const MAX_NAME_LENGTH = 200;

/** Cuts a line into its pattern and its name, or returns its problem. */
type CutPattern = (line: string) => { word: string; rest: string } | string;

/** Reads lines `PATTERN[ TAB or space ]name`. Lines that begin with '#' are comments. */
export function parsePatternList(text: string, { maxRecords }: { maxRecords: number }, cut: CutPattern = firstWord) {
  const collected = new Patterns(maxRecords);
  let lineNumber = 0;
  for (const rawLine of linesOf(text)) {
    lineNumber++;
    const line = rawLine.trim();
    if (line === '' || line.startsWith('#')) continue;
    const found = cut(line);
    if (typeof found === 'string') collected.problems.add(`line ${lineNumber}: ${found}`);
    else if (!collected.add(found.word, found.rest, lineNumber)) break;
  }
  return collected.close();
}

/** One element of PROSITE syntax, with its repetition. */
const ELEMENT = /^<?(?:[A-Za-z]|\[[^\]]*\]|\{[^}]*\})(?:\(\d{1,9}(?:,\d{1,9})?\)|\*)?>?\.?$/;

const hasOnlyElements = (text: string) => text.split('-').every((part) => part === '' || ELEMENT.test(part));

/**
 * Cuts a line of PROSITE syntax. White space around hyphens is part of the pattern, as in ScanProsite: without that
 * rule `N - {P} - [ST]` would be the pattern N with a long name.
 */
export const cutProsite: CutPattern = (line) => {
  const [before, ...after] = line.split('\t');
  const words = before!.trim().split(/\s+/);
  let end = 1;
  while (
    end < words.length &&
    (words[end - 1]!.endsWith('-') || words[end]!.startsWith('-')) &&
    hasOnlyElements(words[end]!)
  )
    end++;
  // A hyphen before the name belongs to the name.
  while (words[end - 1] === '-') end--;
  const word = words.slice(0, end).join('');
  const name = words.slice(end);
  if (name.length > 0 && /^[{[]/.test(name[0]!) && name.every(hasOnlyElements))
    return `after the pattern ${quoted(word)} comes ${quoted(name.join(' '))}, which is not a name; write patterns without spaces`;
  const codes = word.replace(/[<>.]/g, '').split('-').filter(isThreeLetterName);
  if (codes.length > 0)
    return `the pattern ${quoted(word)} has three-letter codes such as ${quoted(codes[0]!)}; write one-letter codes`;
  return { word, rest: [...name, ...after].join(' ').trim() };
};

/** Whether a part of a pattern is written like `Ser`. In capitals it is three residues. */
const isThreeLetterName = (part: string) => /^[A-Z][a-z]{2}$/.test(part) && threeLetterCodes.has(part.toUpperCase());

/**
 * Reads entries of the PROSITE file: their ID and PA lines. A pattern continues up to the line that ends with a full
 * stop.
 */
export function parsePrositeEntries(text: string, { maxRecords }: { maxRecords: number }) {
  const collected = new Patterns(maxRecords);
  let id = '';
  let open: { line: number; parts: string[] } | undefined;
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    if (open && !line.startsWith('PA ')) {
      collected.problems.add(`line ${open.line}: the pattern does not end with a full stop`);
      open = undefined;
    }
    if (line.startsWith('ID ')) id = firstWord(line.slice(3)).word.replace(/;$/, '');
    if (!line.startsWith('PA ')) continue;
    open ??= { line: lineNumber, parts: [] };
    const part = line.slice(3).trim();
    open.parts.push(part);
    if (!part.endsWith('.')) continue;
    if (!collected.add(open.parts.join(''), id, open.line)) return collected.close();
    open = undefined;
  }
  if (open) collected.problems.add(`line ${open.line}: the pattern does not end with a full stop`);
  return collected.close();
}

/** Whether a text has entries of the PROSITE file, rather than a list of patterns. */
export function isPrositeFile(text: string): boolean {
  return /^(ID|PA) {3}/m.test(text);
}

class Patterns {
  readonly problems = new TextProblems();
  readonly #records: PatternRecord[] = [];
  readonly #maxRecords: number;

  constructor(maxRecords: number) {
    this.#maxRecords = maxRecords;
  }

  /** Returns false when there are too many patterns. */
  add(text: string, name: string, line: number): boolean {
    if (this.#records.length >= this.#maxRecords) {
      this.problems.add(`line ${line}: more than ${this.#maxRecords} patterns`);
      return false;
    }
    this.#records.push({ text, name: (name || text).slice(0, MAX_NAME_LENGTH), line });
    return true;
  }

  close() {
    if (this.#records.length === 0 && this.problems.messages.length === 0) this.problems.add('the content is empty');
    return { records: this.#records, problems: this.problems };
  }
}

/** Returns a problem message in the form shared by all pattern syntaxes. */
export function patternProblem({ line, text }: PatternRecord, reason: string): string {
  return `line ${line}: pattern ${quoted(text)} ${reason}`;
}
