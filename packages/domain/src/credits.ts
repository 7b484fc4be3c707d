/** Converts the millicredits of the services to credits, the unit of the HTTP API and of messages. */
export function toCredits(millicredits: number): number {
  return millicredits / 1000;
}

/** Converts credits to the nearest whole number of millicredits: prices of tools have decimals. */
export function toMillicredits(credits: number): number {
  return Math.round(credits * 1000);
}
