/** Credits of the public API from the millicredits that services count in. */
export function credits(millicredits: number): number {
  return millicredits / 1000;
}

/** The same, for what may not be known yet. */
export function creditsOrNull(millicredits: number | undefined): number | null {
  return millicredits === undefined ? null : credits(millicredits);
}

/** Millicredits from whole credits of the public API. */
export function millicredits(credits: number): number {
  return credits * 1000;
}
