import type { ToolLimits } from '@rotamer/tools/contract.ts';
import { attemptFolder } from '../child/jobFile.ts';
import { deletedBytes, folderBytes } from './diskUse.ts';
import type { Breach } from './executor.ts';
import { MAX_PROCESSES } from './limits.ts';
import type { ProcessTree } from './processTree.ts';

const PROCESSES_EVERY_MS = 200;
const DISK_EVERY_MS = 500;
const MIB = 1024 * 1024;

/** Monitors what the kernel does not limit for a whole process tree: memory, number of processes, bytes on disk. */
export function watchLimits(
  tree: ProcessTree,
  root: string,
  limits: ToolLimits,
  onBreach: (breach: Breach) => void,
): { stop(): void } {
  const { work, outputs } = attemptFolder(root);

  const processes = setInterval(() => {
    if (tree.members().length > MAX_PROCESSES) onBreach('processes');
    else if (tree.memoryExceeds(limits.memoryMiB * MIB)) onBreach('memory');
  }, PROCESSES_EVERY_MS);

  const disk = setInterval(() => {
    const limit = limits.outputMiB * MIB;
    if (folderBytes([work, outputs], limit) + deletedBytes(tree.members()) > limit) onBreach('disk');
  }, DISK_EVERY_MS);

  return {
    stop() {
      clearInterval(processes);
      clearInterval(disk);
    },
  };
}
