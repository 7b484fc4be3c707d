import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { startAttempt } from '../../attempt/runAttempt.ts';
import { folderBlobs } from '../../blobs/folderBlobs.ts';
import { fakeLease, startFakeJobs } from '../../testing/fakeJobs.ts';
import { openRunnerFolder } from '../../work/runnerFolder.ts';
import { chooseSandbox } from '../chooseSandbox.ts';
import { createProcessExecutor } from '../processExecutor.ts';
import { findTool } from './catalogue.ts';
import { ownTime } from './ownTime.ts';

// runAttacks.ts <folder> <port> <tool>...: a runner of its own process and user, which the sandbox `auto` has to satisfy.
// One line of JSON for each attack: its report.

const [folder, port, ...tools] = process.argv.slice(2);
const jobs = await startFakeJobs();
const runnerFolder = await openRunnerFolder(join(folder!, 'work'), quietLog);
const sandbox = await chooseSandbox('auto', runnerFolder, quietLog);
const blobs = folderBlobs(join(folder!, 'blobs'));
const execute = createProcessExecutor(sandbox, join(import.meta.dirname, 'main.ts'));
const deps = {
  leases: jobs.leases,
  blobs,
  execute,
  nextUser: sandbox.nextUser,
  runnerFolder,
  log: quietLog,
  now: ownTime,
};

for (const tool of tools) {
  const lease = fakeLease(tool);
  jobs.lease({ lease, inputs: [], settings: { port: Number(port) } });
  await startAttempt(lease, findTool(tool)!.contract, deps).done;
  const report = jobs.reports.find(({ jobId }) => jobId === lease.jobId);
  console.log(JSON.stringify({ tool, sandbox: sandbox.name, report }));
}
await jobs.stop();
process.exit(0);
