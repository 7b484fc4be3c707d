import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { missingTools } from '@rotamer/neighbours/toolchain.ts';

/**
 * Fetches and builds Kafka and the S3 server, out of the way of the steps that run meanwhile. False, and said so, where
 * the tools for it are missing; but not where CI is set: there, and where this fails, the step fails for want of them.
 */
export async function prepareNeighbours(): Promise<boolean> {
  const missing = missingTools();
  if (missing.length > 0 && !process.env.CI) {
    console.log(`real: skipped (where CI is set it fails): ${missing.join(', ')} not here.`);
    return false;
  }
  const child = spawn('nice', [process.execPath, 'packages/neighbours/src/prepare.ts'], { stdio: 'inherit' });
  await once(child, 'exit');
  return true;
}
