/** Number of concurrent clients, unless a measure says otherwise. */
export const CLIENTS = 8;

/**
 * Does `work` this many times by eight concurrent clients. Each client starts the next item when its last one is done.
 */
export async function byClients<Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return results;
}
