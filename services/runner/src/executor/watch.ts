import type { ToolLimits } from '@rotamer/tools/contract.ts';
import { deletedBytes, folderBytes } from './diskUse.ts';
import type { Breach } from './executor.ts';
import { MAX_PROCESSES } from './limits.ts';
import { isDiskFull } from './machineFailure.ts';
import type { ProcessTree } from './processTree.ts';

const PROCESSES_EVERY_MS = 200;
const DISK_EVERY_MS = 500;
const MIB = 1024 * 1024;

export interface Watch {
  /** Whether its disk was full at one of the checks, or is full now. */
  diskWasFull(): boolean;
  /** Checks the processes once more, including those that have only just started. */
  look(): void;
  stop(): void;
}

/**
 * Monitors what the kernel does not limit for a whole process tree: memory, number of processes, and bytes on disk. The bytes that the
 * runner itself put into the folder do not count.
 */
export function watchLimits(
  tree: ProcessTree,
  folder: string,
  limits: ToolLimits,
  staged: () => number,
  onBreach: (breach: Breach) => void,
): Watch {
  function lookAtProcesses(): void {
    if (tree.members().length > MAX_PROCESSES) onBreach('processes');
    else if (tree.memoryExceeds(limits.memoryMiB * MIB)) onBreach('memory');
  }

  const processes = everyFull(PROCESSES_EVERY_MS, lookAtProcesses);

  let full = false;
  const disk = everyFull(DISK_EVERY_MS, () => {
    full ||= isDiskFull(folder);
    const limit = limits.outputMiB * MIB + staged();
    if (folderBytes([folder], limit) + deletedBytes(tree.members()) > limit) onBreach('disk');
  });

  return {
    diskWasFull: () => full || isDiskFull(folder),
    look() {
      tree.rescan();
      lookAtProcesses();
    },
    stop() {
      processes.stop();
      disk.stop();
    },
  };
}

/** Works at the full multiples of an interval, so that the checks of all processes share a scan of /proc. */
function everyFull(intervalMs: number, work: () => void): { stop(): void } {
  const wait = () => setTimeout(tick, intervalMs - (performance.now() % intervalMs));
  let timer = wait();
  function tick(): void {
    timer = wait();
    work();
  }
  return { stop: () => clearTimeout(timer) };
}
