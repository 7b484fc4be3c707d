/** Whether races and chaos tests run in their long form: in `npm run test:chaos`, but not in `npm test`. */
export const long = process.env.ROTAMER_CHAOS === 'long';
