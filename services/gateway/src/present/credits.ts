/** Converts the services' millicredits to credits of the public API. */
export function credits(millicredits: number): number {
  return millicredits / 1000;
}

/** The same; null for what is not known yet. */
export function creditsOrNull(millicredits: number | undefined): number | null {
  return millicredits === undefined ? null : credits(millicredits);
}
