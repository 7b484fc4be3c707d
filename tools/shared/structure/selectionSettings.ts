import * as Type from 'typebox';

/** Settings of tools that work on a part of each structure. `selectionOf` reads them. */
export const selectionSettings = {
  model: Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'Counted from 1 in the file' }),
  chains: Type.Array(Type.String({ minLength: 1, maxLength: 8 }), {
    default: [],
    maxItems: 100,
    description: 'Ids of the chains to use; none: all',
  }),
  residues: Type.String({
    maxLength: 5_000,
    default: '',
    description:
      'Residues to use, as `A:10-90, A:95B, B`: ranges of the numbers in the file, or whole chains; empty: all',
  }),
  altloc: Type.String({
    pattern: '^(highest_occupancy|first|[0-9A-Za-z])$',
    maxLength: 20,
    default: 'highest_occupancy',
    description:
      'Which alternate locations to use: those of the highest occupancy, the first of the file, or those with a letter, and the highest occupancy where a residue has no such letter',
  }),
};
