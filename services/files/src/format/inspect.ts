export type Inspection =
  | {
      ok: true;
      format: string;
      mimeType: string;
      previewKind: 'text' | 'structure' | 'image' | 'binary' | null;
      textual: boolean;
      units: { records?: number; residues?: number; molecules?: number };
    }
  | { ok: false; reason: string; message: string };

/** Stands in until the real one is merged. */
export async function inspectFile(bytes: AsyncIterable<Uint8Array>, filename: string): Promise<Inspection> {
  let text = '';
  for await (const chunk of bytes) text += Buffer.from(chunk).toString('latin1');
  if (/^\s*<(!doctype html|html|svg)/i.test(text)) return { ok: false, reason: 'html', message: 'is HTML' };
  const fasta = text.startsWith('>');
  const textual = !/[\0\x80-\xff]/.test(text);
  return {
    ok: true,
    format: fasta ? 'FASTA' : (filename.split('.').at(-1) ?? 'TEXT').toUpperCase(),
    mimeType: fasta ? 'text/x-fasta' : textual ? 'text/plain' : 'application/octet-stream',
    previewKind: textual ? 'text' : 'binary',
    textual,
    units: fasta ? { records: text.split(/^>/m).length - 1 } : {},
  };
}
