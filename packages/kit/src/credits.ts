/** Credits, of which the HTTP API and messages speak, from the millicredits of the services. */
export function toCredits(millicredits: number): number {
  return millicredits / 1000;
}

/** The nearest whole millicredits: the prices of tools have decimals. */
export function toMillicredits(credits: number): number {
  return Math.round(credits * 1000);
}
