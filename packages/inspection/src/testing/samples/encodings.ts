/** Encodings that may disguise a text. */
export const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with BOM': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16LE with BOM': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-16BE with BOM': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-32LE': (text) => utf32(text),
  'UTF-32BE with BOM': (text) => utf32(`\uFEFF${text}`).swap32(),
};

function utf32(text: string): Buffer {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  return Buffer.from(new Uint32Array(codes).buffer);
}
