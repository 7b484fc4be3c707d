import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { attemptFolder } from '../child/jobFile.ts';
import { makeAttemptFolder, removeFolder } from './attemptFolders.ts';
import { createProcessExecutor } from './processExecutor.ts';
import { findSandboxes, type Sandbox, type SandboxName } from './sandbox.ts';

const PROBE = fileURLToPath(new URL('../child/probe.ts', import.meta.url));
/** Limit of a probe. It takes about 0.16 s of two cores, and 0.7 s on a machine with sixteen busy programs. */
const PROBE_MS = 10_000;
const PROBE_LIMITS = { wallSeconds: 10, memoryMiB: 512, cpuCores: 1, outputMiB: 1 };

const RESOLUTION =
  'Install bubblewrap and allow user namespaces (services/runner/README.md, "Sandbox"); a container needs the seccomp ' +
  'profile deploy/seccomp/rotamer-runner.json (deploy/compose/README.md). ' +
  'Only if all tools and inputs are trusted, set ROTAMER_SANDBOX=group: tools then have network access.';

/**
 * Returns the strongest sandbox in which a child runs to its end. `auto` considers those that isolate tools from the network and the
 * runner's credentials; a name considers only sandboxes of that name.
 *
 * @param visible - A folder that a child must be able to read.
 * @throws if none works: there is no fallback to a weaker one.
 */
export async function chooseSandbox(
  wanted: SandboxName | 'auto',
  runnerFolder: string,
  log: Logger,
  visible?: string,
): Promise<Sandbox> {
  const reasons = new Set<string>();
  for (const sandbox of findSandboxes(wanted)) {
    const reason = await refusal(sandbox, runnerFolder, visible);
    const line = { sandbox: sandbox.name, as: sandbox.nextUser() ? 'a dedicated user' : 'the runner' };
    if (reason === undefined) {
      if (sandbox.strong) log.info(line, 'sandbox chosen');
      else log.warn(line, 'weak sandbox chosen: only for trusted tools and inputs');
      return sandbox;
    }
    reasons.add(`${sandbox.name}: ${reason.trim()}`);
  }
  throw new Error(
    `ROTAMER_SANDBOX: '${wanted}' does not work on this machine (${[...reasons].join('; ')}). ${RESOLUTION}`,
  );
}

async function refusal(
  sandbox: Sandbox,
  runnerFolder: string,
  visible: string | undefined,
): Promise<string | undefined> {
  const folder = attemptFolder(join(runnerFolder, 'probe'));
  try {
    await makeAttemptFolder(folder);
    const order = { root: folder.root, tool: 'probe', visible, limits: PROBE_LIMITS, onProgress: () => {} };
    const execution = createProcessExecutor(sandbox, { childMain: PROBE }).execute(order);
    const timer = setTimeout(() => execution.stop(0), PROBE_MS);
    const ending = await execution.ended;
    clearTimeout(timer);
    if (ending.kind === 'not_started') return String(ending.cause);
    return ending.code === 0 ? undefined : `exited with ${ending.code ?? ending.signal}`;
  } finally {
    await removeFolder(folder.root);
  }
}
