import { readFileSync } from 'node:fs';

const EVERY_MS = 200;

/** The largest sums of the memory of processes, in MB (10⁶ bytes). */
export interface MostMemory {
  /** Proportional sets (`Pss` of Linux), in which a page that several processes share counts once. */
  pss: number;
  /** The part of `pss` that is pages of files, such as an index in the page cache. */
  pssOfFiles: number;
  /** Resident sets, in which such a page counts for each of the processes. */
  rss: number;
}

/** Watches the memory of processes. `stop` returns the largest sums, each at its own time. */
export function watchMemory(pids: () => number[]): { stop(): MostMemory } {
  const most: MostMemory = { pss: 0, pssOfFiles: 0, rss: 0 };
  const look = () => {
    const sums = pids().map(memoryOf);
    for (const part of ['pss', 'pssOfFiles', 'rss'] as const)
      most[part] = Math.max(
        most[part],
        sums.reduce((sum, one) => sum + one[part], 0),
      );
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { pss: inMb(most.pss), pssOfFiles: inMb(most.pssOfFiles), rss: inMb(most.rss) };
    },
  };
}

const inMb = (kib: number): number => Math.round((kib * 1024) / 1e6);

/** Returns the memory of a process in KiB; zeros for one that has ended. */
function memoryOf(pid: number): MostMemory {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  } catch {
    // The process has just ended.
  }
  const kib = (field: string): number => Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { pss: kib('Pss'), pssOfFiles: kib('Pss_File'), rss: kib('Rss') };
}
