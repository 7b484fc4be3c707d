import { extensionOf } from '../extensions.ts';
import type { Accepted } from '../inspection.ts';
import { Refusal } from '../inspection.ts';
import { CONTROL } from './characters.ts';
import { Candidates } from './chooseFormat.ts';
import { type Encoding, transcoder, Utf8Check } from './encoding.ts';
import { LineSplitter } from './lines.ts';
import { Opening } from './opening.ts';
import { Suspicion } from './suspicion.ts';

/** Determines in one pass the format of a text, its units, and whether a browser could execute it. */
export async function inspectText(
  bytes: AsyncIterable<Uint8Array>,
  filename: string,
  encoding: Encoding,
): Promise<Accepted> {
  const transcode = transcoder(encoding);
  const utf8 = new Utf8Check();
  const opening = new Opening();
  const candidates = new Candidates(extensionOf(filename));
  const suspicion = new Suspicion();
  let controls = false;
  const splitter = new LineSplitter((text, continued, kinds) => {
    if (kinds & CONTROL) controls = true;
    candidates.add(text, continued, kinds);
    if (!continued) suspicion.addLine(text, kinds, candidates.mayBeProven);
  });
  const add = (chunk: Uint8Array) => {
    const text = transcode(chunk);
    utf8.add(text);
    opening.add(text);
    splitter.add(text);
  };
  for await (const chunk of bytes) {
    if (encoding === 'utf-8' && chunk.includes(0)) controls = true;
    add(chunk);
  }
  // Completes a UTF-16 unit whose other half was dropped as a leading NUL.
  add(Uint8Array.of(0));
  splitter.end();
  opening.end();
  if (encoding !== 'utf-8') opening.decode();
  const isUtf8 = encoding === 'utf-8' && utf8.isValid();
  const { proven, ...choice } = candidates.choose();
  const refusal = suspicion.judge(opening, { isUtf8, proven, format: choice.format });
  if (refusal) throw refusal;
  if (controls) throw binaryInText();
  return { ...choice, textual: isUtf8 };
}

function binaryInText(): Refusal {
  return new Refusal(
    'unknown_format',
    'the file starts as text but contains binary data. Save it as plain text (UTF-8) or upload it in a ZIP archive.',
  );
}
