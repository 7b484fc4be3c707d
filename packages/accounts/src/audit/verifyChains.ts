import { createHash } from 'node:crypto';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { type ChainHead, headlessChains, readChain, readHeads } from './auditStore.ts';
import { type ChainedEntry, canonicalEntry } from './entry.ts';

/** The first place at which a chain is not what was appended. */
export interface ChainBreak {
  chain: string;
  /** The number of the entry. */
  number: number;
  /** What is wrong, as a sentence for operators. */
  problem: string;
}

export interface Verification {
  chains: number;
  entries: number;
  /** The first break of each broken chain. */
  breaks: ChainBreak[];
}

const PAGE = 1_000;

/** Most breaks that are reported. */
const MAX_BREAKS = 100;

/** Longest statement, in milliseconds. */
const LONGEST_MS = 600_000;

/**
 * Recomputes the hash of every entry, in one snapshot, and compares entries and heads. `chain`: only this chain. `known`: a head
 * that the operator kept outside the database, e.g. from the log; its chain must still contain the entry.
 */
export async function verifyChains(
  db: Db,
  { chain, known }: { chain?: string; known?: ChainHead } = {},
): Promise<Verification> {
  return transaction(db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(`set local statement_timeout = ${LONGEST_MS}`);
    const result: Verification = { chains: 0, entries: 0, breaks: [] };
    const heads = await readHeads(tx, chain);
    for (const head of heads) {
      const { entries, problem } = await verifyChain(tx, head, known?.chain === head.chain ? known : undefined);
      result.chains++;
      result.entries += entries;
      if (problem && result.breaks.length < MAX_BREAKS) result.breaks.push(problem);
    }
    for (const headless of chain === undefined ? await headlessChains(tx) : [])
      result.breaks.push({ chain: headless, number: 1, problem: 'The chain has entries, but its head was removed.' });
    if (known && !heads.some((head) => head.chain === known.chain))
      result.breaks.push({ chain: known.chain, number: 1, problem: 'The chain was removed.' });
    return result;
  });
}

async function verifyChain(
  db: Queryable,
  head: ChainHead,
  known?: ChainHead,
): Promise<{ entries: number; problem?: ChainBreak }> {
  let hash: Buffer = Buffer.alloc(0);
  let entries = 0;
  const broken = (number: number, problem: string) => ({
    entries,
    problem: { chain: head.chain, number, problem },
  });
  for (;;) {
    const page = await readChain(db, head.chain, entries, PAGE);
    for (const entry of page) {
      const next = entries + 1;
      if (entry.number !== next) return broken(next, `Entry ${next} was removed.`);
      hash = hashOf(hash, entry);
      if (!hash.equals(entry.hash)) return broken(next, `Entry ${next} (${entry.id}) was changed or inserted.`);
      entries = next;
      if (known?.count === next && !known.hash.equals(hash))
        return broken(next, `Entry ${next} differs from the head that was kept: the chain was rewritten.`);
    }
    if (page.length < PAGE) break;
  }
  if (entries < head.count) return broken(entries + 1, `Entries ${entries + 1} to ${head.count} were removed.`);
  if (entries > head.count)
    return broken(head.count + 1, `Entry ${head.count + 1} is newer than the head of the chain.`);
  if (!hash.equals(head.hash)) return broken(entries, 'The head of the chain has another hash than its newest entry.');
  if (known && known.count > entries)
    return broken(entries + 1, `Entries ${entries + 1} to ${known.count} were removed.`);
  return { entries };
}

function hashOf(before: Buffer, entry: ChainedEntry): Buffer {
  return createHash('sha256')
    .update(before)
    .update(`${entry.number}\n${canonicalEntry(entry)}`)
    .digest();
}
