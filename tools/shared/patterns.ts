import { quoted, TextProblems } from './problems.ts';
import { firstWord, linesOf } from './text.ts';

/** A pattern as written by the user: SMARTS or PROSITE syntax, which a tool checks. */
export interface PatternRecord {
  /** The pattern itself where it has no name. */
  name: string;
  text: string;
  /** 1-based line where it starts. */
  line: number;
}

const MAX_NAME_LENGTH = 200;

/** Lines `PATTERN[ TAB or space ]name`; lines that begin with '#' are comments. */
export function parsePatternList(text: string, { maxRecords }: { maxRecords: number }) {
  const collected = new Patterns(maxRecords);
  let lineNumber = 0;
  for (const rawLine of linesOf(text)) {
    lineNumber++;
    const line = rawLine.trim();
    if (line === '' || line.startsWith('#')) continue;
    const { word, rest } = firstWord(line);
    if (!collected.add(word, rest, lineNumber)) break;
  }
  return collected.close();
}

/** Entries of the PROSITE file, of which ID and PA lines count; a pattern goes on until the line that ends with a full stop. */
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

/** Whether a text is entries of the PROSITE file rather than a list. */
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

  /** False when there are too many. */
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

/** One message form for patterns of every syntax. */
export function patternProblem({ line, text }: PatternRecord, reason: string): string {
  return `line ${line}: pattern ${quoted(text)} ${reason}`;
}
