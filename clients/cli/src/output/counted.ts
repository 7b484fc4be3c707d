/** Returns a number with its noun: `1 key`, `3 keys`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
