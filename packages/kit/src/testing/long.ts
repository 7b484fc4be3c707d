/** `npm run test:chaos` runs races and chaos in their long form, `npm test` in the short one. */
export const long = process.env.ROTAMER_CHAOS === 'long';
