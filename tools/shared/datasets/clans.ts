/** The clan of a profile. */
export interface ClanRecord {
  /** Accession of the profile, without its version. */
  accession: string;
  /** Name of the profile. */
  profile: string;
  /** Empty for a profile without a clan. */
  clan: string;
  clanName: string;
}

/** How a database writes that a value is missing. */
const MISSING = '\\N';

export const CLAN_COLUMNS = 'an accession, a clan, its name and a family, separated by tabs';

/** Parses a line of `Pfam-A.clans.tsv`. Returns undefined for another line. */
export function parseClan(line: string): ClanRecord | undefined {
  const [accession, clan = '', clanName = '', profile = ''] = line
    .split('\t')
    .map((cell) => (cell.trim() === MISSING ? '' : cell.trim()));
  if (!accession || !profile || /\s/.test(accession) || /\s/.test(clan)) return undefined;
  return { accession: withoutVersion(accession), clan, clanName, profile };
}

export const withoutVersion = (accession: string): string => accession.replace(/\.\d+$/, '');
