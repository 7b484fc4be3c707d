import type { Scene, ScenePart } from '@rotamer/tools/contract.ts';
import type { PartView, SceneItem, SceneView } from './sceneTypes.ts';
import { viewerFormatOf } from './viewerFormat.ts';

/** A file of a result, or an input. */
export interface SceneFile {
  name: string;
  /** The output port, or the slot of an input. */
  port: string;
  format: string;
  size: number;
  url: string;
}

/** Most items of a scene among which the reader chooses; the list of files has all. */
const MAX_ITEMS = 100;

/** What a scene can show besides the files of its result. */
export interface SceneSources {
  /** Inputs, by slot in the order of the request. Empty where a reader may not see them. */
  inputs?: readonly SceneFile[];
  /** The rows of the ports that scenes name for pLDDT. */
  rowsOf?: (port: string) => readonly Record<string, unknown>[];
}

/**
 * Returns the scenes of a result that the viewer can show, and after them all other structures one at a time. Files of a scene belong
 * together when the first number in their names is the same.
 */
export function scenesOf(
  scenes: readonly Scene[],
  files: readonly SceneFile[],
  { inputs = [], rowsOf = () => [] }: SceneSources = {},
): SceneView[] {
  const shown = scenes.flatMap((scene): SceneView[] => {
    const { id, label, rows, values, plddt } = scene;
    const items = withPlddt(itemsOf(scene, files, inputs), plddt?.field, plddt ? rowsOf(plddt.port) : []);
    return items.length > 0 ? [{ id, label, items, rows, values }] : [];
  });
  const used = new Set(scenes.flatMap(({ parts }) => parts.flatMap(({ ports }) => ports)));
  const others = files.filter((file) => !used.has(file.port) && viewerFormatOf(file) !== undefined).slice(0, MAX_ITEMS);
  if (others.length === 0) return shown;
  const items = others.map((file): SceneItem => {
    return { name: file.name, parts: [{ ...partOf(file), look: 'structure', steps: true }], boxes: [] };
  });
  return [...shown, { id: 'structures', label: shown.length > 0 ? 'Other structures' : 'Structures', items }];
}

function itemsOf({ parts, boxes = [] }: Scene, files: readonly SceneFile[], inputs: readonly SceneFile[]): SceneItem[] {
  const filesOf = ({ ports, slot }: ScenePart) =>
    slot === undefined
      ? ports.map((port) => visible(files, port)).find(({ length }) => length > 0)
      : visible(inputs, slot);
  const [leading, ...others] = parts;
  const led = leading && filesOf(leading);
  if (!led) return [];
  return led.slice(0, MAX_ITEMS).map((file, i): SceneItem => {
    // Tools number their files in the order of the inputs.
    const number = leading.slot === undefined ? numberIn(file.name) : i + 1;
    const same = (one: SceneFile) => numberIn(one.name) === number;
    const beside = others.flatMap((part): PartView[] => {
      const found = filesOf(part)?.find((one) => part.files === 'any' || same(one));
      return found ? [viewOf(part, found)] : [];
    });
    const boxed = files.filter((one) => boxes.includes(one.port) && (same(one) || numberIn(one.name) === undefined));
    return { name: file.name, number, parts: [viewOf(leading, file), ...beside], boxes: boxed.map(({ url }) => url) };
  });
}

/** Colours the structures by pLDDT of which the rows say that the column of B factors holds it. */
function withPlddt(
  items: SceneItem[],
  field: string | undefined,
  rows: readonly Record<string, unknown>[],
): SceneItem[] {
  if (field === undefined) return items;
  return items.map((item, i) => {
    const row = rows.find(({ structure }) => structure === item.name) ?? rows[i];
    if (typeof row?.[field] !== 'number') return item;
    return { ...item, parts: item.parts.map((part) => ({ ...part, look: 'plddt' as const })) };
  });
}

const visible = (files: readonly SceneFile[], port: string) =>
  files.filter((file) => file.port === port && viewerFormatOf(file) !== undefined);

function viewOf({ look, omit, steps }: ScenePart, file: SceneFile): PartView {
  return {
    ...partOf(file),
    look,
    ...(omit === 'last_residue' && { withoutLastResidue: true }),
    ...(steps && { steps }),
  };
}

const partOf = (file: SceneFile) => ({ url: file.url, format: viewerFormatOf(file)! });

/** The number in the name of a file: 2 in `poses-0002.sdf`. */
function numberIn(name: string): number | undefined {
  const [, digits] = /-(\d+)(?=[-.])/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
