/** Names without white space that differ: those of an alignment must, and users may name two inputs alike. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = given.trim().replace(/\s+/g, '_') || '_';
    let unique = name;
    for (let n = 2; taken.has(unique); n++) unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}
