import { fieldsOf, type Row } from './rows.ts';

/** Most rows that a table loads. */
export const MAX_LOADED = 100_000;

/** How long rows are parsed before the page may react, in milliseconds. */
const SLICE_MS = 30;

/**
 * Reads rows of JSON Lines as they arrive, each an item of a result. Parsing pauses often, so that the page stays responsive.
 *
 * @throws Error when the rows cannot be loaded
 */
export async function readRows(url: string, onProgress: (count: number) => void): Promise<Row[]> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  const rows: Row[] = [];
  let since = performance.now();
  for await (const line of linesOf(response.body)) {
    rows.push(fieldsOf((JSON.parse(line) as { value: unknown }).value));
    if (rows.length === MAX_LOADED) break;
    if (performance.now() - since < SLICE_MS) continue;
    onProgress(rows.length);
    await new Promise((resume) => setTimeout(resume));
    since = performance.now();
  }
  return rows;
}

/** Yields the lines of a stream of UTF-8 text, without empty ones. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : lines.pop()!;
      for (const line of lines) if (line.trim() !== '') yield line;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
