/**
 * Returns the residue number in the four columns of a PDB file. It is decimal, or from 10,000 on hybrid-36, as cctbx
 * and Gemmi write it (Grosse-Kunstleve, IUCr Comput. Comm. Newsl. 9, 2008): A000 is 10000, a000 is 1223056. Returns
 * undefined for other texts.
 */
export function residueNumber(columns: string): number | undefined {
  const text = columns.trim();
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const digits =
    columns.length === 4 && /^[A-Z][0-9A-Z]{3}$|^[a-z][0-9a-z]{3}$/.test(columns)
      ? Number.parseInt(columns, 36)
      : undefined;
  if (digits === undefined) return undefined;
  const first = 10 * 36 ** 3;
  return /[A-Z]/.test(columns[0]!) ? digits - first + 10_000 : digits - first + 10_000 + 26 * 36 ** 3;
}

/** Reads the residue numbers of a file line by line, because their meaning may depend on earlier lines. */
export class ResidueNumbers {
  #chain = '';
  #last: number | undefined;
  /** Whether numbers are hexadecimal, as VMD writes them from 10,000 on: 2710 follows 9999, and a000 is 40960. */
  #isHex = false;

  /** Returns undefined for a text that is not a number. */
  read(columns: string, chain: string): number | undefined {
    if (chain !== this.#chain) this.#isHex = false;
    const hex = /^[2-9a-f][0-9a-f]{3}$/.test(columns) ? Number.parseInt(columns, 16) : 0;
    if (hex < 10_000) this.#isHex = false;
    else if (/^[2-9][0-9a-f]*[a-f]/.test(columns) || (hex === 10_000 && chain === this.#chain && this.#last === 9_999))
      this.#isHex = true;
    this.#chain = chain;
    this.#last = this.#isHex ? hex : residueNumber(columns);
    return this.#last;
  }
}

/**
 * Returns a number in at most `width` columns: decimal if it fits, otherwise hybrid-36. Returns undefined when neither
 * fits.
 */
export function hybrid36(value: number, width: number): string | undefined {
  const [decimals, block] = [10 ** width, 26 * 36 ** (width - 1)];
  if (value > -(10 ** (width - 1)) && value < decimals) return String(value).padStart(width);
  const rest = value - decimals;
  if (rest < 0 || rest >= 2 * block) return undefined;
  const text = ((rest % block) + 10 * 36 ** (width - 1)).toString(36);
  return rest < block ? text.toUpperCase() : text;
}
