/** Lines `SMILES<TAB>name`. */
export function writeSmilesList(molecules: { smiles: string; name: string }[]): string {
  return molecules.map(({ smiles, name }) => `${smiles}\t${name}\n`).join('');
}
