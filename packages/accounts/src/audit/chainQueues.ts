/** Most chains that one process appends to at the same time, so that locked chains leave database connections to others. */
const AT_ONCE = 4;

/** Most entries that are appended together. */
const MAX_TOGETHER = 100;

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Appends items to chains: those of one chain together and one batch after the other, several chains at the same time. */
export interface ChainQueues<Item> {
  /** Resolves when the item is appended. */
  add(chain: string, item: Item): Promise<void>;
}

export function createChainQueues<Item>(append: (chain: string, items: Item[]) => Promise<unknown>): ChainQueues<Item> {
  /** The items that wait for their chain. A chain is here while it waits or is being appended to. */
  const chains = new Map<string, Waiting<Item>[]>();
  const waitingChains: string[] = [];
  let working = 0;

  function workOn(): void {
    while (working < AT_ONCE && waitingChains.length > 0) {
      working++;
      void appendTo(waitingChains.shift()!);
    }
  }

  async function appendTo(chain: string): Promise<void> {
    const batch = chains.get(chain)!.splice(0, MAX_TOGETHER);
    try {
      await append(
        chain,
        batch.map(({ item }) => item),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    working--;
    if (chains.get(chain)!.length > 0) waitingChains.push(chain);
    else chains.delete(chain);
    workOn();
  }

  return {
    add: (chain, item) =>
      new Promise<void>((resolve, reject) => {
        const line = chains.get(chain);
        if (line) return void line.push({ item, resolve, reject });
        chains.set(chain, [{ item, resolve, reject }]);
        waitingChains.push(chain);
        workOn();
      }),
  };
}
