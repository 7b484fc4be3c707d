import { MAX_NAME_LENGTH } from './fasta.ts';

/**
 * Returns unique names without white space, for formats that end a name at white space. No name begins like a comment
 * or the end of a Stockholm file.
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

/**
 * Makes names unique. The first of equal names keeps it; the others get `_2`, `_3`, …, but never a name that occurs
 * already.
 */
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

/** A record of FASTA: the first word of its header, and the rest. */
interface Named {
  name: string;
  description: string;
}

/**
 * Returns the records with unique names, by one rule for all tools. The name is the first word of the header if it is
 * unique, otherwise the whole header. A repeated header gets `_2`, `_3`, …. Name and description together remain the
 * whole header. A file written with these names gives the same names when it is read.
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

/**
 * Makes the whole header the name. White space becomes spaces, because names occur in tables. A header that is too long
 * for a name is cut between two words if possible.
 */
function withWholeHeader<R extends Named>(record: R): R {
  const header = record.description ? `${record.name} ${record.description.replace(/\s/g, ' ')}` : record.name;
  if (header.length <= MAX_NAME_LENGTH) return { ...record, name: header, description: '' };
  const end = Math.max(header.lastIndexOf(' ', MAX_NAME_LENGTH), record.name.length);
  return { ...record, name: header.slice(0, end), description: header.slice(end + 1) };
}
