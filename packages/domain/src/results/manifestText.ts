import { createYielder, PIECE_BYTES, parsePiece } from './pieces.ts';

/** The lists of a manifest. In its text each entry of a list has a line. */
const LISTS = ['files', 'items', 'inputs'] as const;
type Lists = Record<(typeof LISTS)[number], unknown[]>;

/** Writes a manifest as JSON with a line for each entry, so that a large manifest can be read entry by entry. */
export async function writeManifestText(manifest: Lists): Promise<Buffer> {
  const { files, items, inputs, ...head } = manifest;
  const yieldTurn = createYielder();
  const lines = [`${JSON.stringify(head).slice(0, -1)},`];
  for (const name of LISTS) {
    lines.push(`"${name}":[`);
    for (const [i, entry] of manifest[name].entries()) {
      const line = JSON.stringify(entry);
      lines.push(i + 1 < manifest[name].length ? `${line},` : line);
      await yieldTurn(line.length);
    }
    lines.push(name === LISTS.at(-1) ? ']}' : '],');
  }
  return Buffer.from(lines.join('\n'));
}

/**
 * Reads the text of `writeManifestText`. A manifest of at most one piece may be any JSON.
 *
 * @throws PieceTooLarge, SyntaxError.
 */
export async function readManifestText(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= PIECE_BYTES) return parsePiece(bytes.toString());
  const yieldTurn = createYielder();
  let start = 0;
  const nextLine = () => {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.toString('utf8', start, Math.min(end, start + PIECE_BYTES + 1));
    start = end + 1;
    return line;
  };
  const manifest = parsePiece(`${nextLine().replace(/,$/, '')}}`) as Lists;
  for (const name of LISTS) {
    if (nextLine() !== `"${name}":[`) throw new SyntaxError(`invalid manifest: the list of ${name} is missing`);
    manifest[name] = [];
    for (let line = nextLine(); line !== '],' && line !== ']}'; line = nextLine()) {
      manifest[name].push(parsePiece(line.endsWith(',') ? line.slice(0, -1) : line));
      await yieldTurn(line.length);
    }
  }
  return manifest;
}
