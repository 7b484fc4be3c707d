/**
 * A name as a label of a Newick tree: quoted where it has characters that Newick reserves. An underscore in an unquoted
 * label means a space to strict readers, but nobody expects quotes for it.
 */
export function newickLabel(name: string): string {
  return /^[\w.|/*+@#$%&=?!~<>{}^-]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
