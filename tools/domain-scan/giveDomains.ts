import type { ToolRun } from '../contract.ts';
import type { ClanRecord } from '../shared/datasets/clans.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { domainsPicture } from '../shared/pictures/domains.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { writeTsv } from '../shared/tsv.ts';
import { uniqueNames } from '../shared/uniqueNames.ts';
import { COLUMNS, type Domain, type numbersOf } from './domains.ts';
import type { FoundProfile } from './library.ts';
import { along, resolveOverlaps } from './overlaps.ts';

type Query = FromInput<SequenceRecord>;

export interface FoundDomain {
  /** Columns of hmmscan's table, without the description. */
  words: string[];
  profile: FoundProfile;
  clan: ClanRecord | undefined;
  query: Query;
  numbers: ReturnType<typeof numbersOf>;
}

interface Found {
  queries: Query[];
  rows: FoundDomain[];
  /** Header lines of hmmscan's table. */
  header: string[];
  /** Number of profiles. */
  searched: number;
}

const MAX_DESCRIPTION = 500;
const MAX_ARCHITECTURE = 200;

/** Writes the domains of all sequences with the users' names: rows, both tables and pictures. */
export function giveDomains(job: ToolRun, { queries, rows, header, searched }: Found): void {
  const each = Map.groupBy(rows, ({ query }) => query);
  const table: Domain[] = [];
  for (const [i, query] of queries.entries()) {
    const all = (each.get(query) ?? []).map((row) => ({ ...domainOf(row), inputId: row.profile.inputId }));
    const { kept, overlapped } = job.settings.resolve_overlaps
      ? resolveOverlaps(all)
      : { kept: all.sort(along), overlapped: [] };
    for (const [port, domains] of [
      ['domains', kept],
      ['overlapped', overlapped],
    ] as const)
      for (const { inputId, ...domain } of domains)
        job.item(port, domain, { sourceInputIds: [query.inputId, ...(inputId ? [inputId] : [])] });
    for (const { inputId: _, ...domain } of kept) table.push(domain);
    const place = { sourceInputIds: [query.inputId] };
    const [name, length] = [query.name, query.sequence.length];
    const architecture = kept.slice(0, MAX_ARCHITECTURE).map(({ profile }) => profile);
    const summary = {
      query: name,
      length,
      domains: kept.length,
      overlapped: overlapped.length,
      architecture,
      searched,
    };
    job.item('summary', summary, place);
    if (kept.length > 0 && i < MAX_PICTURES)
      job.file(PICTURE, numbered('domains', i + 1, 'svg'), domainsPicture(name, length, kept), place);
  }
  const place = { sourceInputIds: job.inputs.map(({ id }) => id) };
  job.file('domains_table', 'domains.tsv', writeTsv(COLUMNS, table), place);
  job.file('domtblout', 'domains.domtblout', programsTable(header, queries, rows), place);
}

function domainOf({ profile, clan, query, numbers }: FoundDomain): Domain {
  const { name, accession, description } = profile;
  return {
    query: query.name,
    profile: name,
    accession,
    description: description.slice(0, MAX_DESCRIPTION),
    clan: clan?.clan ?? '',
    clan_name: clan?.clanName ?? '',
    ...numbers,
  };
}

/**
 * Returns hmmscan's table with the users' names. White space in names becomes `_`, because spaces separate the columns.
 * The comments at the end are left out: they have the date, the folder and the command.
 */
function programsTable(header: string[], queries: Query[], rows: FoundDomain[]): string {
  const names = new Map(uniqueNames(queries.map(({ name }) => name)).map((name, i) => [queries[i]!, name]));
  const lines = rows.map(({ words, profile, query }) => {
    const named = words
      .with(0, profile.name)
      .with(1, profile.accession || '-')
      .with(3, names.get(query)!);
    return [...named, profile.description || '-'].join(' ');
  });
  return [...header, ...lines].map((line) => `${line}\n`).join('');
}
