import type { AtomSelectionSpec, AtomSpec } from '3dmol';
import type { GLModel, GLViewer } from './library.ts';
import type { PartView, SceneItem } from './sceneTypes.ts';
import { classColor, colorOf, plddtColor, type ResidueValues, residueColor, residueKey } from './valueColors.ts';

/** A part whose models are in the viewer. */
export interface DrawnPart {
  part: PartView;
  models: GLModel[];
}

/** A scene that is in the viewer. */
export interface Drawn {
  parts: DrawnPart[];
  /** Number of steps; 1 for a scene without any. */
  steps: number;
}

interface Box {
  center: [number, number, number];
  size: [number, number, number];
}

const NEAR_LIGAND = 4;

/** The contents of the files of a scene. */
interface SceneTexts {
  /** In the order of the parts. */
  texts: string[];
  boxes: Box[];
}

/** Reads the files of a scene. @throws Error when a file cannot be loaded */
export async function readScene({ parts, boxes }: SceneItem): Promise<SceneTexts> {
  const [texts, found] = await Promise.all([
    Promise.all(parts.map(({ url }) => read(url))),
    Promise.all(boxes.map(async (url) => JSON.parse(await read(url)) as Box)),
  ]);
  return { texts, boxes: found };
}

/** Adds a scene to the viewer, in place of what it shows. */
export function addScene(viewer: GLViewer, parts: PartView[], { texts, boxes }: SceneTexts): Drawn {
  viewer.removeAllModels();
  viewer.removeAllShapes();
  const known = new Set<GLModel>();
  const drawn = parts.map((part, i): DrawnPart => {
    const models = addModels(viewer, texts[i]!, part, known);
    if (part.withoutLastResidue) for (const model of models) removeLastResidue(model);
    return { part, models };
  });
  for (const { center, size } of boxes) addBox(viewer, center, size);
  return {
    parts: drawn,
    steps: Math.max(1, ...drawn.filter(({ part }) => part.steps).map(({ models }) => models.length)),
  };
}

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}

/** Adds the models of a file, all of them when they are steps. `known` has the models that the viewer had before. */
function addModels(viewer: GLViewer, text: string, { format, steps }: PartView, known: Set<GLModel>): GLModel[] {
  const options = { keepH: true };
  // The library returns all its models, although its types say one.
  const all = steps
    ? (viewer.addModels(text, format, options) as unknown as GLModel[])
    : [viewer.addModel(text, format, options)];
  // A file that ends with an empty line may give an empty model.
  const models = all.filter((model) => !known.has(model) && model.selectedAtoms({}).length > 0);
  for (const model of all) known.add(model);
  return models;
}

function removeLastResidue(model: GLModel): void {
  const { chain, resi, resn } = model.selectedAtoms({}).at(-1) ?? {};
  model.removeAtoms(model.selectedAtoms({ chain, resi, resn }));
}

function addBox(viewer: GLViewer, [x, y, z]: Box['center'], [w, h, d]: Box['size']): void {
  const dimensions = { w, h, d };
  viewer.addBox({ center: { x, y, z }, dimensions, color: '#56b4e9', opacity: 0.12 });
  viewer.addBox({ center: { x, y, z }, dimensions, color: '#0072b2', wireframe: true });
}

/** Shows one step of a scene: of each part with steps only the model of this number, counted from 0. */
export function showStep(viewer: GLViewer, { parts }: Drawn, step: number, values?: ResidueValues): void {
  for (const { part, models } of parts)
    for (const [i, model] of models.entries()) {
      if (part.steps && i !== Math.min(step, models.length - 1)) model.hide();
      else model.show();
    }
  const ligands = parts.filter(({ part }) => part.look === 'ligand').map((one) => shownModel(one, step));
  for (const one of parts) style(shownModel(one, step), one.part, ligands, values);
  viewer.render();
}

/** Returns how many atoms the viewer shows of each part. */
export function countAtoms({ parts }: Drawn, step: number): number[] {
  return parts.map((one) => shownModel(one, step).selectedAtoms({}).length);
}

const shownModel = ({ part, models }: DrawnPart, step: number): GLModel =>
  models[part.steps ? Math.min(step, models.length - 1) : 0]!;

function style(model: GLModel, { look, format }: PartView, ligands: GLModel[], values?: ResidueValues) {
  const hetero = { hetflag: true, not: { resn: ['HOH', 'WAT'] } } as unknown as AtomSelectionSpec;
  if (look === 'ligand' || !['pdb', 'cif', 'pqr'].includes(format)) {
    const carbons = look === 'ligand' ? { colorscheme: 'greenCarbon' } : {};
    model.setStyle({}, { stick: { radius: 0.16, ...carbons }, ...(look !== 'ligand' && { sphere: { scale: 0.24 } }) });
    return;
  }
  model.setStyle({}, { cartoon: cartoonOf(model, look, values) });
  model.setStyle(hetero, { stick: {} });
  if (look !== 'receptor') return;
  const near = residuesNear(model, ligands);
  const isNear = (atom: AtomSpec) => atom.elem !== 'H' && near.has(residueOf(atom));
  model.setStyle({ predicate: isNear }, { stick: { radius: 0.1, colorscheme: 'whiteCarbon' } }, true);
}

const residueOf = ({ chain, resi, icode }: AtomSpec): string => residueKey(chain, resi, icode);

/** Returns the residues with an atom within 4 Å of a ligand. */
function residuesNear(model: GLModel, ligands: GLModel[]): Set<string> {
  const of = ligands.flatMap((ligand) => ligand.selectedAtoms({}));
  const isNear = (atom: AtomSpec) =>
    of.some(({ x, y, z }) => Math.hypot(x! - atom.x!, y! - atom.y!, z! - atom.z!) < NEAR_LIGAND);
  return new Set(model.selectedAtoms({}).filter(isNear).map(residueOf));
}

function cartoonOf(model: GLModel, look: PartView['look'], values?: ResidueValues) {
  if (values) {
    return {
      colorfunc: ({ chain, resi, icode }: AtomSpec) =>
        residueColor(values, [residueKey(chain, resi, icode), residueKey(chain, resi, '')]),
    };
  }
  if (look === 'receptor') return { color: '#b8bec4' };
  if (look === 'b_factor') {
    const factors = model.selectedAtoms({}).map(({ b = 0 }) => b);
    const [low, high] = [factors.reduce((a, b) => Math.min(a, b)), factors.reduce((a, b) => Math.max(a, b))];
    return { colorfunc: ({ b = 0 }: AtomSpec) => colorOf(b, low, high) };
  }
  if (look === 'plddt') {
    const scale = model.selectedAtoms({}).every(({ b = 0 }) => b <= 1) ? 100 : 1;
    return { colorfunc: ({ b = 0 }: AtomSpec) => plddtColor(b * scale) };
  }
  if (look === 'chains') {
    const chains = [...new Set(model.selectedAtoms({}).map(({ chain }) => chain))];
    return { colorfunc: ({ chain }: AtomSpec) => classColor(chains.indexOf(chain!)) };
  }
  return { color: 'spectrum' };
}
