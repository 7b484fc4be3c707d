import * as Type from 'typebox';

/** Settings of every tool that prepares ligands for docking. */
export const preparationSettings = {
  ph: Type.Union([Type.Number({ minimum: 0, maximum: 14 }), Type.Null()], {
    default: 7.4,
    description: 'Acids and bases are charged as at this pH; null leaves charges as they are drawn',
  }),
  seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 42 }),
};
