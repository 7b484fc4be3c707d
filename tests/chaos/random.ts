/**
 * Returns a mulberry32 generator of numbers from 0 to 1, excluding 1. It is small, seeded, and good enough for choosing
 * victims.
 */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The seed differs in each run, so that each run kills in another order. It is shown in the test's name; set it to
 * repeat a run.
 */
export const seed = Number(process.env.ROTAMER_CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));
