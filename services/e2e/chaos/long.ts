/** `npm run test:chaos` runs the long form of every chaos test, `npm test` the short one. */
export const long = process.env.ROTAMER_CHAOS === 'long';
