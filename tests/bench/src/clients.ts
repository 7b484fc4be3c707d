/** Clients at once, unless a measure says otherwise. */
export const CLIENTS = 8;

/** Does something so many times: by eight clients, each of which begins the next when it is done with one. */
export async function byClients<Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return results;
}
