/** Whether tests run in their long form: in `npm run test:chaos` and `npm run test:real`, but not in `npm test` and `npm run test:all`. */
export const long = process.env.ROTAMER_CHAOS === 'long';
