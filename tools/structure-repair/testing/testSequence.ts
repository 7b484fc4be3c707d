/** The residues of ubiquitin in SEQRES of 1UBQ. */
export const ubiquitinSequence = (
  'MET GLN ILE PHE VAL LYS THR LEU THR GLY LYS THR ILE THR LEU GLU VAL GLU PRO SER ASP THR ILE GLU ASN VAL LYS ALA LYS ILE ' +
  'GLN ASP LYS GLU GLY ILE PRO PRO ASP GLN GLN ARG LEU ILE PHE ALA GLY LYS GLN LEU GLU ASP GLY ARG THR LEU SER ASP TYR ASN ' +
  'ILE GLN LYS GLU SER THR LEU HIS LEU VAL LEU ARG LEU ARG GLY GLY'
).split(' ');

/** Returns the SEQRES lines of a chain. */
export function seqres(chain: string, names: string[]): string {
  const lines = Array.from({ length: Math.ceil(names.length / 13) }, (_, i) => {
    const own = names.slice(13 * i, 13 * (i + 1)).map((name) => name.padStart(3));
    return `SEQRES ${String(i + 1).padStart(3)} ${chain} ${String(names.length).padStart(4)}  ${own.join(' ')}\n`;
  });
  return lines.join('');
}
