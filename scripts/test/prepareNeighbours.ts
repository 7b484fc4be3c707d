import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { missingTools } from '@rotamer/neighbours/toolchain.ts';

/**
 * Fetches and builds Kafka and the S3 server at low priority while other steps run. When the tools for it are missing, prints that
 * and returns false. In CI, and when the build fails, the step fails instead.
 */
export async function prepareNeighbours(): Promise<boolean> {
  const missing = missingTools();
  if (missing.length > 0 && !process.env.CI) {
    console.log(`real: skipped (in CI it fails): ${missing.join(', ')} not installed.`);
    return false;
  }
  const child = spawn('nice', [process.execPath, 'packages/neighbours/src/prepare.ts'], { stdio: 'inherit' });
  await once(child, 'exit');
  return true;
}
