/** Returns a name of the contract in words: `charge_ph` → `Charge pH`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\bph\b/, 'pH')
    .replace(/\bpk\b/, 'pK');
  return /^p[HK]\b/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}
