import { quoted } from '../../problems.ts';

/** A command of NEXUS: what stands before a semicolon, without comments. */
export interface NexusCommand {
  /** In lower case. */
  name: string;
  /** What follows the name; line breaks are kept. */
  text: string;
  /** 1-based line where `text` begins. */
  line: number;
}

/** The commands of a file, or what is wrong. */
export function nexusCommands(lines: string[]): NexusCommand[] | string {
  const text = lines.join('\n');
  const start = text.search(/\S/);
  if (start === -1) return 'the content is empty';
  if (!/^#NEXUS/i.test(text.slice(start, start + 6)))
    return `line ${lineAt(text, start)}: a NEXUS file starts with #NEXUS, found ${quoted(text.slice(start, start + 20))}`;
  const commands: NexusCommand[] = [];
  let [command, depth, line] = ['', 0, lineAt(text, start)];
  let [commandLine, commentLine, quoteLine] = [line, line, line];
  let isQuoted = false;
  for (let i = start + 6; i < text.length; i++) {
    const character = text[i]!;
    if (character === '\n') line++;
    if (depth > 0) {
      if (character === '[') depth++;
      else if (character === ']') depth--;
      // A comment ends no line: rows of a matrix are told apart by it.
      if (character === '\n') command += '\n';
    } else if (isQuoted) {
      command += character;
      if (character === "'") isQuoted = false;
    } else if (character === '[') {
      depth = 1;
      commentLine = line;
    } else if (character === ';') {
      commands.push(commandOf(command, commandLine));
      command = '';
      commandLine = line;
    } else {
      // An apostrophe within a word is none that quotes.
      if (character === "'" && /[\s,=(']/.test(text[i - 1] ?? ' ')) {
        isQuoted = true;
        quoteLine = line;
      }
      command += character;
    }
  }
  if (depth > 0) return `line ${commentLine}: the comment that begins with '[' has no end`;
  if (isQuoted) return `line ${quoteLine}: the name that begins with ' has no end`;
  if (command.trim() !== '') return `line ${commandLine}: the command has no ';' at its end; the file may be cut`;
  return commands;
}

const lineAt = (text: string, end: number) => text.slice(0, end).split('\n').length;

function commandOf(text: string, line: number): NexusCommand {
  const start = Math.max(0, text.search(/\S/));
  const length = text.slice(start).search(/\s/);
  const end = length === -1 ? text.length : start + length;
  return { name: text.slice(start, end).toLowerCase(), text: text.slice(end), line: line + lineAt(text, end) - 1 };
}

/** The words of a text: quoted ones are whole, without their quotes; `=` is a word. Each with its line. */
export function nexusWords(text: string, line: number): { word: string; line: number; end: number }[] {
  const words: { word: string; line: number; end: number }[] = [];
  const token = /'((?:[^']|'')*)'|=|[^\s='][^\s=]*|\n/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '\n') line++;
    else words.push({ word: unquoted(match[0]), line, end: token.lastIndex });
  }
  return words;
}

const unquoted = (word: string) =>
  word.startsWith("'") && word.length > 1 ? word.slice(1, -1).replaceAll("''", "'") : word;
