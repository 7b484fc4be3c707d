/**
 * Returns a name as a label of a Newick tree, quoted if it has characters that Newick reserves. Underscores are not
 * quoted: strict readers take an unquoted one for a space, but nobody expects quotes for it.
 */
export function newickLabel(name: string): string {
  return /^[\w.|/*+@#$%&=?!~<>{}^-]+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
