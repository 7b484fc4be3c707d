import * as Type from 'typebox';

/** Settings for stereocentres that a molecule does not define. */
export const stereoSettings = {
  stereo: Type.Enum(['keep_one', 'enumerate'], {
    default: 'keep_one',
    description: 'Stereocentres and double bonds that the input leaves open: one stereoisomer is made, or all of them',
  }),
  max_isomers: Type.Integer({
    minimum: 2,
    maximum: 32,
    default: 8,
    description: 'With stereo enumerate: stereoisomers of each molecule at most',
  }),
};

export const undefinedStereo = Type.String({
  description:
    'Stereocentres and double bonds that the input leaves open, as atoms of its canonical SMILES: C3, C4=C5. The molecule here is one of the stereoisomers',
});
