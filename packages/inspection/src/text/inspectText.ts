import { extensionOf } from '@rotamer/formats/detect.ts';
import { type Accepted, type Charset, Refusal } from '../inspection.ts';
import { CONTROL } from './characters.ts';
import { Candidates } from './chooseFormat.ts';
import { type Encoding, transcoder, Utf8Check, Windows1252Check } from './encoding.ts';
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
  const windows1252 = new Windows1252Check();
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
    windows1252.add(text);
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
  const charset = encoding !== 'utf-8' || isUtf8 ? encoding : windows1252.isValid() ? 'windows-1252' : undefined;
  return { ...choice, ...decodedFrom(charset, choice.mimeType) };
}

/** Adds the encoding of a text to its MIME type, unless it is UTF-8. */
function decodedFrom(
  charset: Charset | undefined,
  mimeType: string,
): Pick<Accepted, 'mimeType' | 'textual' | 'decoding'> {
  if (charset === undefined) return { mimeType, textual: false };
  if (charset === 'utf-8') return { mimeType, textual: true };
  return { mimeType: `${mimeType}; charset=${charset}`, textual: true, decoding: { gzip: false, charset } };
}

function binaryInText(): Refusal {
  return new Refusal(
    'unknown_format',
    'the file starts as text but contains binary data. Save it as plain text (UTF-8) or upload it in a ZIP archive.',
  );
}
