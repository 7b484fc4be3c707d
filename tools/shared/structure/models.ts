import { type Settings, ToolError, type ToolInput, type ToolInputSlot } from '../../contract.ts';
import { cifModelTexts } from './cifModels.ts';
import { readStructures } from './readStructures.ts';
import { selectionOf } from './selection.ts';
import { type Atom, type Residue, residueName, type Structure } from './structure.ts';
import { writePdb } from './writePdb.ts';

type Input = ToolInput & { text: string };

/** Reads every model of a file, like `readTheModels`. */
export const readEachModel = (input: Input, slot: ToolInputSlot, settings: Settings, count: number): Structure[] =>
  readTheModels(
    input,
    slot,
    settings,
    count,
    Array.from({ length: count }, (_, i) => i + 1),
  );

/**
 * Reads some models of a file that has `count`, with the chains and residues that the settings choose.
 *
 * @throws ToolError when a model has no protein.
 */
function readTheModels(
  input: Input,
  slot: ToolInputSlot,
  settings: Settings,
  count: number,
  numbers: number[],
): Structure[] {
  const found = input.format === 'MMCIF' ? cifModelTexts(input.text) : textsOf(input.text);
  const texts = found?.length === count ? found : undefined;
  return numbers.map((number) => {
    const [text, model] = texts ? [texts[number - 1]!, 1] : [input.text, number];
    const { records, problems } = readStructures([{ ...input, text }], slot, 'protein', {
      ...selectionOf(settings),
      model,
    });
    if (problems.length > 0) throw new ToolError(`model ${number}: ${problems[0]!.message}`);
    return records[0]!.structure;
  });
}

/**
 * Returns the text of each model of a PDB file, after the header lines about residues. So each model is parsed once,
 * instead of the whole file for each model.
 */
function textsOf(text: string): string[] {
  const begin = Math.max(0, text.search(/^(?:ATOM|HETATM)/im));
  const header = text.slice(0, begin).match(/^(?:SEQRES|MODRES|HETNAM).*$/gm) ?? [];
  const parts = text
    .slice(begin)
    .split(/^(?:MODEL|ENDMDL|END)[ \t\r]*(?:\d.*)?$/im)
    .filter((part) => /^(?:ATOM|HETATM)/im.test(part));
  return parts.map((part) => [...header, part].join('\n'));
}

/**
 * Returns why a job would refuse the first model whose atom lines differ from those of model 1, if it would. Only these
 * two models are read again, so the job still compares all of them. `residuesIn` returns the residues that it uses.
 */
export function unlikeModel(
  input: Input,
  slot: ToolInputSlot,
  settings: Settings,
  { models, comparison: { firstUnlike } }: Structure,
  residuesIn: (structure: Structure) => Residue[],
): string | undefined {
  if (firstUnlike === null) return undefined;
  try {
    const two = readTheModels(input, slot, settings, models, [1, firstUnlike]);
    inOrderOfFirst(two.map(residuesIn), [1, firstUnlike]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.message;
  }
}

/**
 * Returns the models with the atoms of each residue in the order of the first model: programs compare atoms by their order,
 * and files of several programs differ in it (Amber-MD/pytraj #1467).
 *
 * @throws ToolError when a model has other atoms than the first.
 */
export function inOrderOfFirst(models: Residue[][], numbers = models.map((_, i) => i + 1)): Residue[][] {
  const ordered = models.map((residues) => residues.map((residue, i) => sorted(residue, models[0]![i])));
  refuseOtherAtoms(ordered, numbers);
  return ordered;
}

/**
 * Returns a residue with its atoms in the order of another residue. Atoms that the other residue lacks come last, in
 * their own order.
 */
function sorted(residue: Residue, like: Residue | undefined): Residue {
  if (!like || like.atoms.every(({ name }, i) => name === residue.atoms[i]?.name)) return residue;
  const places = new Map(like.atoms.map(({ name }, i) => [name, i]));
  const placeOf = ({ name }: Atom) => places.get(name) ?? places.size;
  return { ...residue, atoms: residue.atoms.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

function refuseOtherAtoms(models: Residue[][], numbers: number[]): void {
  const first = models[0]!.map(atomNames);
  for (const [i, residues] of models.entries()) {
    const names = residues.map(atomNames);
    const at = Array.from({ length: Math.max(first.length, names.length) }, (_, n) => n).find(
      (n) => names[n] !== first[n],
    );
    if (at === undefined) continue;
    const residue = residues[at] ?? models[0]![at]!;
    throw new ToolError(
      `model ${numbers[i]} has other atoms than model 1, first at ${residueName(residue)}; all models need the same`,
    );
  }
}

const atomNames = (residue: Residue) => `${residueName(residue)} ${residue.atoms.map(({ name }) => name).join()}`;

/** Writes one PDB file with all models. */
export function writeModels(models: Residue[][]): string {
  const bodies = models.map((residues, i) => {
    const lines = writePdb(residues, { id: null, hybrid36: true }).split('\n');
    const atoms = lines.filter((line) => /^(ATOM|HETATM|TER)/.test(line));
    return [`MODEL     ${String(i + 1).padStart(4)}`, ...atoms, 'ENDMDL'].join('\n');
  });
  return `${[...bodies, 'END'].join('\n')}\n`;
}
