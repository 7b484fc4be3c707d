import type { GLModel, GLViewer } from '3dmol';

/** The parts of 3Dmol.js that the viewer uses. */
export interface Library {
  createViewer(element: HTMLElement, options: { backgroundAlpha: number; disableFog?: boolean }): GLViewer | null;
}

export type { GLModel, GLViewer };

/** The script beside this one, which is not part of the bundle. */
const address = './3dmol.js';

/** Loads 3Dmol.js, once. */
export function loadLibrary(): Promise<Library> {
  return import(address);
}
