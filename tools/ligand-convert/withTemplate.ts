import { type HeavyGraph, heavyGraphOf } from '../shared/ligands/heavyGraph.ts';
import { matchAtoms } from '../shared/ligands/matchAtoms.ts';
import { isV2000, moveAtoms } from '../shared/ligands/molfile.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import type { Rdkit } from '../shared/rdkit/rdkit.ts';

/** A molecule whose bond orders and charges the ligand of a structure gets. */
export interface Template {
  smiles: string;
  /** Version V2000, without hydrogens. */
  molfile: string;
  graph: HeavyGraph;
}

/** @throws LigandError for a molecule that cannot be a template. */
export async function readTemplate(rdkit: Rdkit, record: { text: string; heavyAtoms: number }): Promise<Template> {
  const described = await rdkit.ask('describe', record, {});
  if (!described.result) throw new LigandError(described.reason);
  const { smiles, heavyAtoms } = described.result;
  const { result, reason } = await rdkit.ask('convert', { text: smiles, heavyAtoms }, { flat: true });
  if (!result) throw new LigandError(reason);
  const { molfile } = result;
  if (!isV2000(molfile)) throw new LigandError('its dative bonds are in no molfile of version V2000');
  return { smiles, molfile, graph: heavyGraphOf(molfile) };
}

/**
 * Returns a molfile with the atoms of a ligand, in their order and at their places, and with the bond orders and charges
 * of the template, as RDKit's `AssignBondOrdersFromTemplate` gives them. Stereo comes from the coordinates.
 *
 * @throws LigandError when the ligand has other heavy atoms or other bonds than the template.
 */
export function withTemplate(ligand: HeavyGraph, template: Template): string {
  const [own, wanted] = [ligand, template.graph].map(({ elements }) => formulaOf(elements));
  if (own !== wanted) throw new LigandError(`its heavy atoms are ${own}, those of the template ${wanted}`);
  const match = matchAtoms(template.graph, ligand, () => 0);
  if (!match) throw new LigandError('its atoms are bonded in another way than those of the template');
  const numbers = [...match.image].map(([i, j]) => ({ number: template.graph.numbers[i]!, place: j }));
  const places = new Map(numbers.map(({ number, place }) => [number, ligand.points[place]!]));
  const order = numbers.toSorted((a, b) => a.place - b.place).map(({ number }) => number);
  return withoutDrawnStereo(moveAtoms(template.molfile, places, order));
}

/** Removes wedges and crossed bonds of the drawing, and says that the coordinates have three dimensions. */
function withoutDrawnStereo(molfile: string): string {
  const lines = molfile.split('\n');
  const [atoms, bonds] = [Number(lines[3]!.slice(0, 3)), Number(lines[3]!.slice(3, 6))];
  const first = 4 + atoms;
  return lines
    .map((line, i) => {
      if (i === 1) return `${line.padEnd(20).slice(0, 20)}3D`;
      return i >= first && i < first + bonds ? `${line.slice(0, 9)}  0` : line;
    })
    .join('\n');
}

/** Returns the formula of heavy atoms: carbon first, then the others by their symbols. */
function formulaOf(elements: string[]): string {
  const counts = [...Map.groupBy(elements, (element) => element || '?')].map(
    ([element, all]) => [element, all.length] as const,
  );
  const rank = ([element]: readonly [string, number]) => (element === 'C' ? '' : element);
  const sorted = counts.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return sorted.map(([element, count]) => `${element[0]}${element.slice(1).toLowerCase()}${count}`).join(' ');
}
