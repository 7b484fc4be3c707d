import { quoted, type TextProblems } from '../../problems.ts';
import type { OpenRow, OpenRows } from '../openRows.ts';
import { type NexusCommand, nexusCommands, nexusWords } from './nexusCommands.ts';
import { Symbols, type SymbolsOfFormat } from './nexusSymbols.ts';
import type { Reader } from './reader.ts';

interface Format extends SymbolsOfFormat {
  interleave: boolean;
}

const DATATYPES = ['dna', 'rna', 'nucleotide', 'protein'];

/**
 * Reads the single DATA or CHARACTERS block of a NEXUS file, with nucleotides or proteins. Rows may be sequential or
 * interleaved. It reads gap, missing and matchchar, quoted names, comments, and several states in `{}` or `()`. Other
 * blocks are ignored. Settings that change the meaning of the matrix and are not supported (equate, transpose, tokens,
 * eliminate, other datatypes) are refused.
 */
export const readNexus: Reader = (lines, rows, problems) => {
  const wrong = readFile(lines, rows, problems);
  if (wrong !== undefined && wrong !== TOLD) problems.add(wrong);
  return wrong === undefined;
};

/** Returned when the problem was already reported. */
const TOLD = '';

function readFile(lines: string[], rows: OpenRows, problems: TextProblems): string | undefined {
  const commands = nexusCommands(lines);
  if (typeof commands === 'string') return commands;
  const [block, second] = dataBlocks(commands);
  if (!block) return 'there is no block DATA or CHARACTERS';
  if (second) return `line ${second[0]!.line}: there is a second block of characters; send one alignment`;
  const find = (name: string) => block.find((command) => command.name === name);
  const matrix = find('matrix');
  if (!matrix) return `line ${block[0]!.line}: the block has no MATRIX`;
  const { columns, rows: count } = sizeOf(find('dimensions'), commands);
  if (columns === undefined) return `line ${matrix.line}: the block has no NCHAR among its DIMENSIONS`;
  const eliminate = find('eliminate');
  if (eliminate)
    return `line ${eliminate.line}: ELIMINATE is not read; delete its columns from the matrix, or the command`;
  const format = formatOf(find('format'));
  if (typeof format === 'string') return format;
  if (format.datatype !== '') rows.unknown = format.datatype === 'protein' ? 'X' : 'N';
  const read = format.interleave ? readInterleaved : readSequential;
  const wrong = read(matrix, { columns, rows: count }, new Symbols(format, rows, problems), rows);
  if (wrong !== undefined) return wrong;
  const found = rows.rows.length;
  return count === undefined || found === count
    ? undefined
    : `line ${matrix.line}: the matrix has ${found} rows, NTAX is ${count}`;
}

/** Returns the commands of each block with characters, from its BEGIN. */
function dataBlocks(commands: NexusCommand[]): NexusCommand[][] {
  const blocks: NexusCommand[][] = [];
  let block: NexusCommand[] | undefined;
  for (const command of commands) {
    if (command.name === 'begin') {
      block = [command];
      if (/^(data|characters)$/i.test(command.text.trim())) blocks.push(block);
    } else if (/^end(block)?$/.test(command.name)) block = undefined;
    else block?.push(command);
  }
  return blocks;
}

/** Returns the declared numbers of rows and columns. NTAX may be only in the block TAXA. */
function sizeOf(dimensions: NexusCommand | undefined, commands: NexusCommand[]): { columns?: number; rows?: number } {
  const numberIn = (command: NexusCommand | undefined, name: string) => {
    const value = command && optionsOf(command).get(name);
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  };
  const all = commands.filter(({ name }) => name === 'dimensions');
  const rows =
    numberIn(dimensions, 'ntax') ?? all.map((command) => numberIn(command, 'ntax')).find((n) => n !== undefined);
  return { columns: numberIn(dimensions, 'nchar'), rows };
}

/**
 * Returns the options of a command by lower-case name. An option `name=value` has its value, and a name without a value
 * stands for `yes`.
 */
function optionsOf({ text, line }: NexusCommand): Map<string, string> {
  const words = nexusWords(text, line).map(({ word }) => word);
  const options = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const hasValue = words[i + 1] === '=';
    options.set(words[i]!.toLowerCase(), hasValue ? (words[i + 2] ?? '') : 'yes');
    if (hasValue) i += 2;
  }
  return options;
}

/** Returns the settings of FORMAT, or the reason why it is refused. */
function formatOf(command: NexusCommand | undefined): Format | string {
  const options: Map<string, string> = command ? optionsOf(command) : new Map();
  const refused = (what: string) => `line ${command!.line}: ${what}`;
  const datatype = (options.get('datatype') ?? '').toLowerCase();
  if (datatype !== '' && !DATATYPES.includes(datatype))
    return refused(`the datatype ${quoted(datatype)} is not read; sequences are ${DATATYPES.join(', ')}`);
  for (const name of ['transpose', 'tokens', 'equate', 'nolabels'])
    if (options.has(name) && options.get(name)!.toLowerCase() !== 'no') return refused(`${quoted(name)} is not read`);
  if (!['yes', 'left'].includes((options.get('labels') ?? 'yes').toLowerCase())) return refused("'labels' is not read");
  const format = {
    datatype,
    gap: options.get('gap') ?? '-',
    missing: options.get('missing') ?? '?',
    matchchar: options.get('matchchar') ?? '',
    interleave: (options.get('interleave') ?? 'no').toLowerCase() === 'yes',
  };
  const tooLong = (['gap', 'missing', 'matchchar'] as const).find((name) => format[name].length > 1);
  const marks = [format.gap, format.missing, format.matchchar].map((mark) => mark.toUpperCase());
  if (new Set(marks).size < marks.length) return refused('GAP, MISSING and MATCHCHAR must be three characters');
  return tooLong ? refused(`${quoted(tooLong)} is one character, found ${quoted(format[tooLong])}`) : format;
}

interface Size {
  columns: number;
  rows?: number;
}

/** Reads a matrix. Returns the problem, if it has one. */
type ReadMatrix = (matrix: NexusCommand, size: Size, symbols: Symbols, rows: OpenRows) => string | undefined;

/**
 * Reads a sequential matrix: each row is a label and as many characters as there are columns, on any number of lines.
 */
const readSequential: ReadMatrix = (matrix, { columns }, symbols, rows) => {
  let row: OpenRow | undefined;
  const names = new Map<string, number>();
  for (const { text, line } of linesOfMatrix(matrix)) {
    let rest = text;
    if (!row || row.columns >= columns) {
      const cut = labelOf(text);
      const earlier = names.get(cut.label);
      if (earlier !== undefined)
        return `line ${line}: the name ${quoted(cut.label)} is already used on line ${earlier}`;
      names.set(cut.label, line);
      row = rows.open(cut.label, '', line);
      if (!row) return TOLD;
      rest = cut.rest;
    }
    const wrong = symbols.append(row, rest, line);
    if (wrong) return wrong;
    if (row.columns > columns)
      return `line ${line}: row ${quoted(row.name)} has more than ${columns} columns; FORMAT must say when rows are interleaved`;
  }
  return row && row.columns < columns
    ? `line ${row.line}: row ${quoted(row.name)} has ${row.columns} columns, NCHAR is ${columns}`
    : undefined;
};

/** Reads an interleaved matrix: each line is a label and a part of its row. */
const readInterleaved: ReadMatrix = (matrix, size, symbols, rows) => {
  const byName = new Map<string, OpenRow>();
  let inBlock = new Map<string, number>();
  let blocks = 0;
  for (const { text, line, isFirst } of linesOfMatrix(matrix)) {
    const isFull = inBlock.size === (blocks === 0 ? size.rows : byName.size);
    if ((isFirst || isFull) && inBlock.size > 0) {
      inBlock = new Map();
      blocks++;
    }
    const { label, rest } = labelOf(text);
    const earlier = inBlock.get(label);
    if (earlier !== undefined)
      return `line ${line}: the name ${quoted(label)} is already used on line ${earlier} of this block`;
    inBlock.set(label, line);
    let row = byName.get(label);
    if (!row && blocks > 0) return `line ${line}: the row ${quoted(label)} is not in the first block`;
    row ??= rows.open(label, '', line);
    if (!row) return TOLD;
    byName.set(label, row);
    const wrong = symbols.append(row, rest, line);
    if (wrong) return wrong;
  }
  const wrong = rows.rows.find((row) => row.columns !== size.columns);
  return (
    wrong && `line ${wrong.line}: row ${quoted(wrong.name)} has ${wrong.columns} columns, NCHAR is ${size.columns}`
  );
};

interface MatrixLine {
  text: string;
  line: number;
  /** Whether the line follows an empty line. */
  isFirst: boolean;
}

function linesOfMatrix({ text, line }: NexusCommand): MatrixLine[] {
  const lines = text.split('\n').map((part) => part.trim());
  return lines
    .map((part, i) => ({ text: part, line: line + i, isFirst: lines[i - 1] === '' }))
    .filter((one) => one.text !== '');
}

/**
 * Splits a line into its label, which is quoted or ends at white space, and the rest. A quoted label is limited to
 * twice the length of a name.
 */
function labelOf(text: string): { label: string; rest: string } {
  const end = text.search(/\s/);
  // A pattern for all characters of a name needs room on the stack for each of them, and fails with some millions.
  const label = /^'(?:[^']|''){0,1000}'/.exec(text)?.[0] ?? (end === -1 ? text : text.slice(0, end));
  const isQuoted = label.startsWith("'") && label.length > 1 && label.endsWith("'");
  return { label: isQuoted ? label.slice(1, -1).replaceAll("''", "'") : label, rest: text.slice(label.length) };
}
