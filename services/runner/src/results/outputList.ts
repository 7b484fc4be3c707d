import { PIECE_BYTES, parsePiece } from '@rotamer/domain/results/pieces.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { OutputLine } from '../child/jobFile.ts';

const place = Type.Object({
  sourceInputIds: Type.Array(Type.String(), { maxItems: 1000 }),
  rank: Type.Optional(Type.Integer({ minimum: 1 })),
});

const outputLine = Compile(
  Type.Union([
    Type.Object({ type: Type.Literal('item'), port: Type.String(), place, value: Type.Unknown() }),
    Type.Object({ type: Type.Literal('file'), port: Type.String(), place, name: Type.String() }),
    Type.Object({ type: Type.Literal('error'), message: Type.String() }),
  ]),
);

/** A line of the list, a line that is too large to be parsed, or the end of a broken list. */
export type ListedOutput = OutputLine | 'too large' | 'broken';

/** Reads a list of outputs up to its first invalid line: a killed tool may leave half a line. */
export async function* readOutputList(chunks: AsyncIterable<Buffer>): AsyncGenerator<ListedOutput> {
  for await (const text of splitLines(chunks)) {
    if (text === 'too large') yield text;
    else {
      const line = text === 'unfinished' ? undefined : parseJson(text.line);
      yield outputLine.Check(line) ? (line as OutputLine) : 'broken';
      if (!outputLine.Check(line)) return;
    }
  }
}

/** Splits chunks into lines, with at most one line in memory. An unfinished line can only be the last. */
async function* splitLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ line: string } | 'too large' | 'unfinished'> {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= PIECE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      add(chunk.subarray(start, end));
      yield size > PIECE_BYTES ? 'too large' : { line: Buffer.concat(parts).toString() };
      parts = [];
      size = 0;
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield 'unfinished';
}

function parseJson(text: string): unknown {
  try {
    return parsePiece(text);
  } catch {
    return undefined;
  }
}
