/**
 * A residue number of the four columns of a PDB file: decimal, or hybrid-36 from 10,000 on, as cctbx and Gemmi write them
 * (Grosse-Kunstleve, IUCr Comput. Comm. Newsl. 9, 2008): A000 is 10000, a000 is 1223056. Undefined for anything else.
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

/** Reads the residue numbers of a file line by line, for what they mean may depend on those before. */
export class ResidueNumbers {
  #chain = '';
  #last: number | undefined;
  /** VMD writes numbers from 10,000 on in hexadecimal: 2710 after 9999, and a000 is 40960. */
  #isHex = false;

  /** Undefined for what is no number. */
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

/** A number of up to `width` columns: decimal while it fits, hybrid-36 after that; undefined where that is not enough. */
export function hybrid36(value: number, width: number): string | undefined {
  const [decimals, block] = [10 ** width, 26 * 36 ** (width - 1)];
  if (value > -(10 ** (width - 1)) && value < decimals) return String(value).padStart(width);
  const rest = value - decimals;
  if (rest < 0 || rest >= 2 * block) return undefined;
  const text = ((rest % block) + 10 * 36 ** (width - 1)).toString(36);
  return rest < block ? text.toUpperCase() : text;
}
