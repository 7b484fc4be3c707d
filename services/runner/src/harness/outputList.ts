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

/** Reads a list of outputs up to the first line that is none: a killed tool may leave half a line. */
export function parseOutputList(text: string): { lines: OutputLine[]; broken: boolean } {
  const lines: OutputLine[] = [];
  const rows = text.split('\n');
  const last = rows.pop();
  for (const row of rows) {
    const line = parseJson(row);
    if (!outputLine.Check(line)) return { lines, broken: true };
    lines.push(line as OutputLine);
  }
  return { lines, broken: last !== '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
