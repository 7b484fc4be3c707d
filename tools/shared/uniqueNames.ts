import { MAX_NAME_LENGTH } from './fasta.ts';

/**
 * Names without white space that differ: what formats need that end a name at white space. None begins as comments and the end of
 * Stockholm do.
 */
export function uniqueNames(names: string[]): string[] {
  return numbered(
    names.map(
      (name) =>
        name
          .trim()
          .replace(/\s+/g, '_')
          .replace(/^(#|\/\/)/, '_') || '_',
    ),
  );
}

/** The first of equal names keeps it; the others get `_2`, `_3`, …, but no name that another one has. */
export function numbered(names: string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  const last = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let n = last.get(name) ?? 1;
    let unique: string;
    do unique = `${name}_${++n}`;
    while (taken.has(unique));
    last.set(name, n);
    taken.add(unique);
    return unique;
  });
}

/** Of a record of FASTA: the first word of its header, and what follows. */
interface Named {
  name: string;
  description: string;
}

/**
 * The records with names that tell them apart, by one rule for all tools: the first word of the header where no other record begins
 * with it, the whole header where one does, and that with `_2`, `_3`, … where the whole header is used again. Name and description
 * together stay the whole header. What is written with these names gets the same names when it is read.
 */
export function nameApart<R extends Named>(records: R[]): { records: R[]; repeated: { record: R; header: string }[] } {
  const uses = new Map<string, number>();
  for (const { name } of records) uses.set(name, (uses.get(name) ?? 0) + 1);
  const named = records.map((record) => (uses.get(record.name) === 1 ? record : withWholeHeader(record)));
  const repeated: { record: R; header: string }[] = [];
  const unique = numbered(named.map(({ name }) => name));
  const apart = named.map((record, i) => {
    const name = unique[i]!;
    if (record.name === name) return record;
    const renamed = { ...record, name };
    repeated.push({ record: renamed, header: record.name });
    return renamed;
  });
  return { records: apart, repeated };
}

/** Tabs become spaces: names stand in tables. A header that is too long for a name is cut between two words, if it can be. */
function withWholeHeader<R extends Named>(record: R): R {
  const header = record.description ? `${record.name} ${record.description.replace(/\s/g, ' ')}` : record.name;
  if (header.length <= MAX_NAME_LENGTH) return { ...record, name: header, description: '' };
  const end = Math.max(header.lastIndexOf(' ', MAX_NAME_LENGTH), record.name.length);
  return { ...record, name: header.slice(0, end), description: header.slice(end + 1) };
}
