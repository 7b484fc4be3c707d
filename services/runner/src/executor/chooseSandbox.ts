import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { attemptFolder } from '../child/jobFile.ts';
import { handOver, makeAttemptFolder, removeFolder } from '../harness/attemptFolders.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { findSandboxes, type Sandbox, type SandboxName } from './sandbox.ts';

const PROBE = fileURLToPath(new URL('../child/probe.ts', import.meta.url));
const PROBE_MS = 10_000;
const PROBE_LIMITS = { wallSeconds: 10, memoryMiB: 512, cpuCores: 1, outputMiB: 1 };

const WAY_OUT =
  'Install bubblewrap and allow it user namespaces (services/runner/README.md, "Sandbox"). ' +
  'Only where every tool and every input is trusted, set ROTAMER_SANDBOX=group: tools then have the network.';

/**
 * The strongest sandbox that runs a child to its end: of those that keep tools from the network and from the runner's
 * credentials, or of the name asked for.
 *
 * @throws when none does: nothing weaker is taken instead.
 */
export async function chooseSandbox(wanted: SandboxName | 'auto', runnerFolder: string, log: Logger): Promise<Sandbox> {
  const reasons = new Set<string>();
  for (const sandbox of findSandboxes(wanted)) {
    const reason = await refusal(sandbox, runnerFolder);
    const line = { sandbox: sandbox.name, as: sandbox.nextUser() ? 'a user of its own' : 'the runner' };
    if (reason === undefined) {
      if (sandbox.strong) log.info(line, 'sandbox chosen');
      else log.warn(line, 'sandbox chosen: only for trusted tools and inputs');
      return sandbox;
    }
    reasons.add(`${sandbox.name}: ${reason.trim()}`);
  }
  throw new Error(
    `ROTAMER_SANDBOX: '${wanted}' finds no sandbox on this machine (${[...reasons].join('; ')}). ${WAY_OUT}`,
  );
}

async function refusal(sandbox: Sandbox, runnerFolder: string): Promise<string | undefined> {
  const folder = attemptFolder(join(runnerFolder, 'probe'));
  try {
    await makeAttemptFolder(folder);
    const user = sandbox.nextUser();
    await handOver(folder, user);
    const order = { root: folder.root, user, limits: PROBE_LIMITS, onProgress: () => {} };
    const execution = createProcessExecutor(sandbox, PROBE)(order);
    const timer = setTimeout(() => execution.stop(0), PROBE_MS);
    const ending = await execution.ended;
    clearTimeout(timer);
    if (ending.kind === 'not_started') return String(ending.cause);
    return ending.code === 0 ? undefined : `ended with ${ending.code ?? ending.signal}`;
  } finally {
    await removeFolder(folder.root);
  }
}
