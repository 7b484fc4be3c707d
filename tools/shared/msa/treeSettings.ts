import * as Type from 'typebox';

/** Shared by the tools that build trees from alignments by maximum likelihood. */

export const sequenceTypeSetting = Type.Enum(['auto', 'protein', 'dna'], {
  default: 'auto',
  description:
    'What the rows are: auto takes rows of nucleotide codes alone as DNA; say protein for peptides of such letters',
});

export const outgroupSetting = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 100,
  default: [],
  description: 'Names of rows, as the tree has them, beside which the root is drawn; without any it is at the midpoint',
});
