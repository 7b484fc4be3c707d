import { quoted } from '../../problems.ts';
import { firstWord } from '../../text.ts';
import { BlockRows } from './blocks.ts';
import type { Reader } from './reader.ts';

/**
 * Reads Stockholm 1.0 as Pfam and HMMER write it. The only annotation kept is `#=GS … DE`, the description of a row.
 * Marks of columns (`#=GC`, `#=GR`) must be as long as the rows.
 */
export const readStockholm: Reader = (lines, rows, problems) => {
  const blocks = new BlockRows(rows, problems);
  const marks = new Map<string, { about: string; row: string; columns: number; line: number }>();
  const descriptions = new Map<string, { text: string; line: number }>();
  let [begun, ended] = [false, false];
  for (const [i, rawLine] of lines.entries()) {
    const [line, number] = [rawLine.trim(), i + 1];
    if (line === '') {
      blocks.endBlock();
      continue;
    }
    if (ended) {
      problems.add(`line ${number}: there is more after the '//' that ends the alignment; send one alignment`);
      return false;
    }
    if (!begun) {
      begun = line.startsWith('# STOCKHOLM 1.');
      if (begun) continue;
      problems.add(`line ${number}: a Stockholm file starts with '# STOCKHOLM 1.0', found ${quoted(line)}`);
      return false;
    }
    const { word, rest } = firstWord(line);
    if (word === '#=GC') addMark(`#=GC ${firstWord(rest).word}`, '', firstWord(rest).rest, number);
    else if (word === '#=GR') {
      const [row, tag] = [firstWord(rest), firstWord(firstWord(rest).rest)];
      addMark(`#=GR ${row.word} ${tag.word}`, row.word, tag.rest, number);
    } else if (word === '#=GS') {
      const [row, tag] = [firstWord(rest), firstWord(firstWord(rest).rest)];
      const before = descriptions.get(row.word);
      if (tag.word === 'DE')
        descriptions.set(row.word, { text: before ? `${before.text} ${tag.rest}` : tag.rest, line: number });
    } else if (line === '//') ended = true;
    else if (!line.startsWith('#') && !addRow(word, rest, number)) return false;
  }
  if (begun && !ended) problems.warn('', lines.length, "the file ends without '//'; it may be cut");
  for (const [name, { text, line }] of descriptions) {
    const row = blocks.find(name);
    if (row) row.description = text;
    else problems.warn(name, line, `there is no row ${quoted(name)} for its '#=GS' line`);
  }
  const [first] = rows.rows;
  for (const { about, row, columns, line } of marks.values())
    if (row !== '' && !blocks.find(row)) problems.add(`line ${line}: there is no row ${quoted(row)} for '#=GR'`);
    else if (first && columns !== first.columns)
      problems.add(`line ${line}: ${quoted(about)} has ${columns} columns, the rows have ${first.columns}`);
  return true;

  function addMark(about: string, row: string, text: string, line: number): void {
    const mark = marks.get(about) ?? { about, row, columns: 0, line };
    mark.columns += text.length;
    marks.set(about, mark);
  }

  function addRow(name: string, text: string, line: number): boolean {
    return isOnePart(name, text, line, problems) && blocks.add(name, text, line);
  }
};

/** Whether a line is a name and one part of a row. With spaces in the name, its words would become residues. */
export function isOnePart(name: string, text: string, line: number, problems: Parameters<Reader>[2]): boolean {
  if (text === '') problems.add(`line ${line}: row ${quoted(name)} has no columns in this line`);
  else if (/\s/.test(text)) problems.add(`line ${line}: expected a name without spaces and a part of its row`);
  else return true;
  return false;
}
