/** Many times longer than the lines of these formats; a longer one is another kind of file. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * Yields the lines of a stream in groups, a group for each chunk. Bytes that are not UTF-8 become U+FFFD.
 *
 * @throws Error for a line of more than 16 Mi characters.
 */
export async function* linesOfStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of chunks) {
    const lines = `${begun}${decoder.decode(chunk, { stream: true })}`.split('\n');
    begun = lines.pop()!;
    if (begun.length > MAX_LINE) throw new Error(`a line has more than ${MAX_LINE} characters; is the file a text?`);
    yield lines;
  }
  const last = `${begun}${decoder.decode()}`;
  if (last !== '') yield [last];
}
