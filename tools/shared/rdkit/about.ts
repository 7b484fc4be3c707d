/** A fragment that is not part of the parent molecule. */
export interface RemovedFragment {
  smiles: string;
  /** Of salt formers and solvents that are known, e.g. `lactobionate`. */
  name: string | null;
  why: 'salt former or solvent' | 'smaller fragment' | 'second copy of the molecule';
}

/** What every task says of the molecule that it worked with. */
export interface About {
  /** With `parent`: the fragments that were left out. */
  removed: RemovedFragment[];
  /** What its owner should look at. */
  warnings: string[];
}
