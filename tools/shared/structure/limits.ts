/** What a PDB file can hold, and how much of a text is read. */
export interface StructureLimits {
  /** Maximum atom lines of all models together. */
  maxAtomLines: number;
}

/** Serial numbers have five digits; chain ids are one letter or digit. */
export const MAX_MODEL_ATOMS = 99_999;
export const MAX_CHAINS = 62;

/** Maximum for all structures of a request together. Reading them takes a second. */
export const MAX_ATOM_LINES = 500_000;

/** The coordinate columns of a PDB file hold -999.999 to 9999.999 Å. */
const MIN_COORDINATE = -999.999;
const MAX_COORDINATE = 9999.999;

/** Whether a text is a decimal number that the coordinate columns of a PDB file can hold. */
export function isCoordinate(text: string): boolean {
  if (text.length > 40 || !/^[+-]?\d+(\.\d*)?([eE][+-]?\d\d?)?$|^[+-]?\.\d+$/.test(text)) return false;
  const value = Number(text);
  return value >= MIN_COORDINATE && value <= MAX_COORDINATE;
}
