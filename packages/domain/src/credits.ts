/** Converts the millicredits of the services to credits, the unit of the HTTP API and of messages. */
export function toCredits(millicredits: number): number {
  return millicredits / 1000;
}

/** Converts credits to the nearest whole number of millicredits: prices of tools have decimals. */
export function toMillicredits(credits: number): number {
  return Math.round(credits * 1000);
}

/** Returns an amount in words: `1 credit`, `3.5 credits`. */
export function inCredits(millicredits: number): string {
  return `${toCredits(millicredits)} ${millicredits === 1000 ? 'credit' : 'credits'}`;
}
