/** Many times longer than the lines of these formats; a longer one is another kind of file. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * Yields the lines of a stream in groups, a group for each chunk. A line ends with LF, CR LF, or CR as on old Macs. Bytes that are not UTF-8
 * become U+FFFD.
 *
 * @throws Error for a line of more than 16 Mi characters.
 */
export async function* linesOfStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of chunks) {
    const text = `${begun}${decoder.decode(chunk, { stream: true })}`;
    // The LF of a CR at the end of a chunk may be in the next one.
    const cut = text.endsWith('\r') ? '\r' : '';
    const lines = linesOf(text.slice(0, text.length - cut.length));
    begun = lines.pop()! + cut;
    if (begun.length > MAX_LINE) throw new Error(`a line has more than ${MAX_LINE} characters; is the file a text?`);
    yield lines;
  }
  const last = `${begun}${decoder.decode()}`;
  if (last !== '') yield linesOf(last.replace(/\r$/, ''));
}

const linesOf = (text: string): string[] => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).split('\n');
