/** mulberry32: small, seeded, good enough to choose victims. Numbers from 0 to 1, 1 not included. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every run of a test kills in another order; the seed is in the test's name and can be passed to repeat it. */
export const seed = Number(process.env.ROTAMER_CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));
