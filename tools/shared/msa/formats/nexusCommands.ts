import { quoted } from '../../problems.ts';

/** A command of NEXUS: the text before a semicolon, without comments. */
export interface NexusCommand {
  /** In lower case. */
  name: string;
  /** The text after the name, with its line breaks. */
  text: string;
  /** 1-based line where `text` begins. */
  line: number;
}

/** Returns the commands of a file, or its problem. */
export function nexusCommands(lines: string[]): NexusCommand[] | string {
  const text = lines.join('\n');
  const start = text.search(/\S/);
  if (start === -1) return 'the content is empty';
  if (!/^#NEXUS/i.test(text.slice(start, start + 6)))
    return `line ${lineAt(text, start)}: a NEXUS file starts with #NEXUS, found ${quoted(text.slice(start, start + 20))}`;
  const commands: NexusCommand[] = [];
  let [depth, line] = [0, lineAt(text, start)];
  let [commandLine, commentLine, quoteLine] = [line, line, line];
  let isQuoted = false;
  // Collect slices, not single characters: a matrix may be nearly the whole file.
  let parts: string[] = [];
  let from = start + 6;
  const marks = /[\n[\];']/g;
  marks.lastIndex = from;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const [mark, at] = [match[0], match.index];
    if (mark === '\n') line++;
    if (depth > 0) {
      if (mark === '[') depth++;
      else if (mark === ']') depth--;
      // Keep line breaks inside comments: they separate the rows of a matrix.
      else if (mark === '\n') parts.push('\n');
      if (depth === 0) from = at + 1;
    } else if (isQuoted) isQuoted = mark !== "'";
    else if (mark === '[') {
      parts.push(text.slice(from, at));
      depth = 1;
      commentLine = line;
    } else if (mark === ';') {
      parts.push(text.slice(from, at));
      commands.push(commandOf(parts.join(''), commandLine));
      if (commands.length > MAX_COMMANDS) return `line ${line}: more than ${MAX_COMMANDS} commands`;
      parts = [];
      from = at + 1;
      commandLine = line;
    } else if (mark === "'" && /[\s,=(']/.test(text[at - 1] ?? ' ')) {
      // An apostrophe within a word does not start a quotation.
      isQuoted = true;
      quoteLine = line;
    }
  }
  if (depth > 0) return `line ${commentLine}: the comment that begins with '[' has no end`;
  if (isQuoted) return `line ${quoteLine}: the name that begins with ' has no end`;
  if ((parts.join('') + text.slice(from)).trim() !== '')
    return `line ${commandLine}: the command has no ';' at its end; the file may be cut`;
  return commands;
}

/** Many times the number of trees in a file of alignments and trees. */
const MAX_COMMANDS = 1_000_000;

const lineAt = (text: string, end: number) => text.slice(0, end).split('\n').length;

function commandOf(text: string, line: number): NexusCommand {
  const start = Math.max(0, text.search(/\S/));
  const length = text.slice(start).search(/\s/);
  const end = length === -1 ? text.length : start + length;
  return { name: text.slice(start, end).toLowerCase(), text: text.slice(end), line: line + lineAt(text, end) - 1 };
}

/** Returns the words of a text with their lines. A quoted word is returned without its quotes; `=` is a word. */
export function nexusWords(text: string, line: number): { word: string; line: number; end: number }[] {
  const words: { word: string; line: number; end: number }[] = [];
  // The repetition has an upper bound, because the engine cannot repeat a group millions of times.
  const token = /'((?:[^']|''){0,1000})'|=|[^\s='][^\s=]*|\n/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '\n') line++;
    else words.push({ word: unquoted(match[0]), line, end: token.lastIndex });
  }
  return words;
}

const unquoted = (word: string) =>
  word.startsWith("'") && word.length > 1 ? word.slice(1, -1).replaceAll("''", "'") : word;
