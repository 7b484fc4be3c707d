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

/** A number of up to `width` columns: decimal while it fits, hybrid-36 after that; undefined where that is not enough. */
export function hybrid36(value: number, width: number): string | undefined {
  const [decimals, block] = [10 ** width, 26 * 36 ** (width - 1)];
  if (value > -(10 ** (width - 1)) && value < decimals) return String(value).padStart(width);
  const rest = value - decimals;
  if (rest < 0 || rest >= 2 * block) return undefined;
  const text = ((rest % block) + 10 * 36 ** (width - 1)).toString(36);
  return rest < block ? text.toUpperCase() : text;
}
