import type { ToolInput, ToolInputSlot } from '../contract.ts';
import { quoted, TextProblems } from '../shared/problems.ts';
import { type Records, readSlot } from '../shared/readInputs.ts';
import { linesOf } from '../shared/text.ts';

export interface ClanRecord {
  /** Accession of the profile, without its version. */
  accession: string;
  /** Name of the profile. */
  profile: string;
  /** Empty for a profile without a clan. */
  clan: string;
  clanName: string;
}

const MAX_LINE = 10_000;
/** How a database writes that a value is missing. */
const MISSING = '\\N';

/** Reads a table of clans, in the form of `Pfam-A.clans.tsv`. */
export function readClans(inputs: ToolInput[], slot: ToolInputSlot): Records<ClanRecord> {
  if (!inputs.some(({ slotId }) => slotId === slot.id))
    return { records: [], count: 0, problems: [], warnings: [], leftOut: [] };
  return readSlot(inputs, slot, MAX_LINE, (_input, text, maxRecords) => {
    const problems = new TextProblems();
    const records: ClanRecord[] = [];
    let number = 0;
    for (const line of linesOf(text)) {
      number++;
      if (line.trim() === '') continue;
      if (records.length >= maxRecords) {
        problems.add(`line ${number}: more than ${maxRecords} lines`);
        break;
      }
      const record = parseLine(line);
      if (!record) {
        problems.add(
          `line ${number}: expected an accession, a clan, its name and a family, separated by tabs, found ${quoted(line)}`,
        );
        break;
      }
      records.push(record);
    }
    return { records, problems };
  });
}

function parseLine(line: string): ClanRecord | undefined {
  const [accession, clan = '', clanName = '', profile = ''] = line
    .split('\t')
    .map((cell) => (cell.trim() === MISSING ? '' : cell.trim()));
  if (!accession || !profile || /\s/.test(accession) || /\s/.test(clan)) return undefined;
  return { accession: withoutVersion(accession), clan, clanName, profile };
}

export const withoutVersion = (accession: string): string => accession.replace(/\.\d+$/, '');

/** Returns a function that finds the clan of a profile by its accession, or by its name if it has no accession. */
export function clanFinder(records: ClanRecord[]) {
  const byAccession = new Map(records.map((record) => [record.accession, record]));
  const byName = new Map(records.map((record) => [record.profile, record]));
  return ({ name, accession }: { name: string; accession: string }): ClanRecord | undefined =>
    accession ? byAccession.get(withoutVersion(accession)) : byName.get(name);
}
