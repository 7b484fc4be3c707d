import { isComment } from '@rotamer/tools/shared/fasta.ts';
import { firstWord, linesOf } from '@rotamer/tools/shared/text.ts';
import { nameApart } from '@rotamer/tools/shared/uniqueNames.ts';
import { hasRecords, type RecordFormat } from '../definition/recordFormats.ts';
import { MAX_INLINE_CHARACTERS, type Metrics } from './item.ts';

/** One record of a file: a sequence or a molecule, in the format of the file. */
export interface FileRecord {
  label: string;
  text: string;
  metrics: Metrics;
}

/** Longest label of an item, in characters. */
export const MAX_LABEL = 200;

/**
 * Splits a file into its records, in their order. Returns undefined, so that the file stays whole, in three cases: the file is not a list
 * of records, has more than `max` records, or has a record that is too long to be stored inline. The content of records is checked by the
 * tools that get them.
 */
export function splitRecords(text: string, format: string, max: number): FileRecord[] | undefined {
  const records = hasRecords(format) ? splitters[format](text, max) : undefined;
  const isFit = records && records.length > 0 && records.length <= max;
  return isFit && records.every((record) => record.text.length <= MAX_INLINE_CHARACTERS) ? records : undefined;
}

const splitters: Record<RecordFormat, (text: string, max: number) => FileRecord[] | undefined> = {
  FASTA: (text, max) => {
    const records: { header: string; lines: string[] }[] = [];
    for (const line of linesOf(text)) {
      if (line.trim() === '' || isComment(line)) continue;
      if (line.startsWith('>')) {
        if (records.length > max) break;
        records.push({ header: line.slice(1), lines: [] });
      } else if (records.length === 0) return undefined;
      else records.at(-1)!.lines.push(line.trim());
    }
    // Uses the names that a tool gives to the records of the file.
    const named = records.map(({ header }, i) => {
      const { word, rest } = firstWord(header);
      return { name: word || `sequence_${i + 1}`, description: rest };
    });
    const { records: apart } = nameApart(named);
    return records.map(({ header, lines }, i): FileRecord => {
      const label = apart[i]!.name.slice(0, MAX_LABEL);
      const length = lines.reduce((sum, line) => sum + line.replace(/[\s*]/g, '').length, 0);
      return { label, text: `>${header}\n${lines.join('\n')}\n`, metrics: { name: label, length } };
    });
  },
  SMILES: (text, max) => {
    const records: FileRecord[] = [];
    for (const line of linesOf(text)) {
      if (line.trim() === '') continue;
      if (records.length > max) break;
      const label = firstWord(line).rest.slice(0, MAX_LABEL) || `molecule_${records.length + 1}`;
      const named = firstWord(line).rest ? line.trim() : `${line.trim()} ${label}`;
      records.push({ label, text: `${named}\n`, metrics: { name: label } });
    }
    return records;
  },
  SDF: (text, max) => {
    const records: FileRecord[] = [];
    let lines: string[] = [];
    for (const line of linesOf(text)) {
      if (!line.startsWith('$$$$')) {
        lines.push(line);
        continue;
      }
      if (records.length > max) break;
      const label = (lines[0] ?? '').trim().slice(0, MAX_LABEL) || `molecule_${records.length + 1}`;
      records.push({ label, text: `${lines.join('\n')}\n$$$$\n`, metrics: { name: label } });
      lines = [];
    }
    // The last record has no end mark, so the file cannot be split safely.
    return lines.some((line) => line.trim() !== '') ? undefined : records;
  },
};
