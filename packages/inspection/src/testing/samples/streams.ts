/** Yields bytes whole or in chunks of the given sizes, which repeat. */
export async function* streamOf(
  content: Uint8Array | string,
  sizes: number[] = [64 * 1024],
): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length]!);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
