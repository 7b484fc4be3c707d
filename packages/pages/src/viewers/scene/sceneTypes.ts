import type { SceneLook, SceneRows, SceneValues } from '@rotamer/tools/contract.ts';

/** One file of a scene, as the page gives it to the viewer. */
export interface PartView {
  url: string;
  /** The viewer's name of the format. */
  format: string;
  /** `plddt`: coloured by the confidence of a prediction, in the column of B factors. */
  look: SceneLook | 'plddt';
  /** Whether the last residue is left out. */
  withoutLastResidue?: boolean;
  /** Whether its models are shown one after the other. */
  steps?: boolean;
}

/** Files that are shown together. */
export interface SceneItem {
  /** By which the page asks for it; see `SHOW_ITEM`. */
  id?: string;
  name: string;
  /** The number in the names of the files. */
  number?: number;
  /** The step that is shown first, counted from 0. */
  first?: number;
  /** Where the whole item is, as JSON. It is read when the item is shown; until then, or without it, `parts` are those that are known. */
  from?: string;
  parts: PartView[];
  /** Addresses of boxes, each JSON with `center` and `size` in Å. */
  boxes: string[];
}

/** What a page gives to the viewer. */
export interface SceneView {
  id: string;
  label: string;
  items: SceneItem[];
  rows?: SceneRows;
  values?: SceneValues;
}

/** The event that asks a viewer to show the item whose id is in its `data-item`. */
export const SHOW_ITEM = 'show-item';
