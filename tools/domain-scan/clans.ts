import type { ToolInput, ToolInputSlot } from '../contract.ts';
import { CLAN_COLUMNS, type ClanRecord, parseClan, withoutVersion } from '../shared/datasets/clans.ts';
import { quoted, TextProblems } from '../shared/problems.ts';
import { type Records, readSlot } from '../shared/readInputs.ts';
import { linesOf } from '../shared/text.ts';

const MAX_LINE = 10_000;

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
      const record = parseClan(line);
      if (!record) {
        problems.add(`line ${number}: expected ${CLAN_COLUMNS}, found ${quoted(line)}`);
        break;
      }
      records.push(record);
    }
    return { records, problems };
  });
}

/** Returns a function that finds the clan of a profile by its accession, or by its name if it has no accession. */
export function clanFinder(records: ClanRecord[]) {
  const byAccession = new Map(records.map((record) => [record.accession, record]));
  const byName = new Map(records.map((record) => [record.profile, record]));
  return ({ name, accession }: { name: string; accession: string }): ClanRecord | undefined =>
    accession ? byAccession.get(withoutVersion(accession)) : byName.get(name);
}
