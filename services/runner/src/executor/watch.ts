import type { ToolLimits } from '@rotamer/tools/contract.ts';
import { deletedBytes, folderBytes } from './diskUse.ts';
import type { Breach } from './executor.ts';
import { MAX_PROCESSES } from './limits.ts';
import type { ProcessTree } from './processTree.ts';

const PROCESSES_EVERY_MS = 200;
const DISK_EVERY_MS = 500;
const MIB = 1024 * 1024;

/**
 * Monitors what the kernel does not limit for a whole process tree: memory, number of processes, and bytes on disk beyond those that the
 * runner itself put into its folder.
 */
export function watchLimits(
  tree: ProcessTree,
  folder: string,
  limits: ToolLimits,
  staged: () => number,
  onBreach: (breach: Breach) => void,
): { stop(): void } {
  const processes = setInterval(() => {
    if (tree.members().length > MAX_PROCESSES) onBreach('processes');
    else if (tree.memoryExceeds(limits.memoryMiB * MIB)) onBreach('memory');
  }, PROCESSES_EVERY_MS);

  const disk = setInterval(() => {
    const limit = limits.outputMiB * MIB + staged();
    if (folderBytes([folder], limit) + deletedBytes(tree.members()) > limit) onBreach('disk');
  }, DISK_EVERY_MS);

  return {
    stop() {
      clearInterval(processes);
      clearInterval(disk);
    },
  };
}
