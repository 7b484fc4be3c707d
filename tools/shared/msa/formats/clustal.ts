import { quoted } from '../../problems.ts';
import { firstWord } from '../../text.ts';
import { BlockRows } from './blocks.ts';
import type { Reader } from './reader.ts';
import { isOnePart } from './stockholm.ts';

/**
 * Reads Clustal and similar files of other programs: first a program's name, then blocks with marks of conservation
 * below them.
 */
export const readClustal: Reader = (lines, rows, problems) => {
  const blocks = new BlockRows(rows, problems);
  let begun = false;
  for (const [i, line] of lines.entries()) {
    const number = i + 1;
    if (line.trim() === '') {
      blocks.endBlock();
      continue;
    }
    if (!begun) {
      begun = /^(CLUSTAL|MUSCLE|PROBCONS|MSAPROBS|KALIGN|BIOPYTHON)/i.test(line);
      if (begun) continue;
      problems.add(`line ${number}: a Clustal file starts with the word CLUSTAL, found ${quoted(line.trim())}`);
      return false;
    }
    if (/^\s/.test(line)) {
      blocks.endBlock();
      if (/^[\s*:.]*$/.test(line)) continue;
      problems.add(`line ${number}: expected a name, or marks of conservation ('*', ':', '.')`);
      return false;
    }
    // A line may end with the number of residues so far.
    const counted = /\s\d{1,9}\s*$/.exec(line.slice(-16));
    const { word, rest } = firstWord(counted ? line.slice(0, line.length - counted[0].length) : line);
    if (!isOnePart(word, rest, number, problems) || !blocks.add(word, rest, number)) return false;
  }
  return true;
};
