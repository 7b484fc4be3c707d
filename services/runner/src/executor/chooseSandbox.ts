import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { attemptFolder } from '../child/jobFile.ts';
import { handOver, makeAttemptFolder, removeFolder } from '../harness/attemptFolders.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { ladder, type Sandbox, type SandboxName } from './sandbox.ts';

const PROBE = fileURLToPath(new URL('../child/probe.ts', import.meta.url));
const PROBE_MS = 10_000;
const PROBE_LIMITS = { wallSeconds: 10, memoryMiB: 512, cpuCores: 1, outputMiB: 1 };

/** The strongest sandbox of this machine that runs a child to its end, or the one asked for by name. */
export async function chooseSandbox(wanted: SandboxName | 'auto', runnerFolder: string, log: Logger): Promise<Sandbox> {
  const candidates = ladder().filter(({ name }) => wanted === 'auto' || name === wanted);
  for (const sandbox of candidates) {
    const reason = await refusal(sandbox, runnerFolder);
    const line = { sandbox: sandbox.name, uid: sandbox.user?.uid ?? process.getuid?.() };
    if (reason === undefined) {
      log.info(line, 'sandbox chosen');
      return sandbox;
    }
    log.info({ ...line, reason }, 'sandbox does not work here');
  }
  throw new Error(`ROTAMER_SANDBOX: '${wanted}' does not work on this machine`);
}

async function refusal(sandbox: Sandbox, runnerFolder: string): Promise<string | undefined> {
  const folder = attemptFolder(join(runnerFolder, 'probe'));
  try {
    await makeAttemptFolder(folder);
    await handOver(folder, sandbox.user);
    const execution = createProcessExecutor(
      sandbox,
      PROBE,
    )({
      root: folder.root,
      limits: PROBE_LIMITS,
      onProgress: () => {},
    });
    const timer = setTimeout(() => execution.stop(0), PROBE_MS);
    const ending = await execution.ended;
    clearTimeout(timer);
    if (ending.kind === 'not_started') return String(ending.cause);
    return ending.code === 0 ? undefined : `ended with ${ending.code ?? ending.signal}`;
  } finally {
    await removeFolder(folder.root);
  }
}
