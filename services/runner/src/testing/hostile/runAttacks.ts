import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { startAttempt } from '../../attempt/runAttempt.ts';
import { folderBlobs } from '../../blobs/folderBlobs.ts';
import { chooseSandbox } from '../../executor/chooseSandbox.ts';
import { createProcessExecutor } from '../../executor/processExecutor.ts';
import { openRunnerFolder } from '../../executor/runnerFolder.ts';
import { fakeLease, startFakeJobs } from '../fakeJobs.ts';
import { findTool } from './catalogue.ts';
import { ownTime } from './startAttacked.ts';

// runAttacks.ts <folder> <program of hostile tools> <port> <tool>...: runs the attacks as a runner with its own process and user in the
// sandbox `auto`. Prints one line of JSON for each attack: its report.

const [folder, childMain, port, ...tools] = process.argv.slice(2);
const jobs = await startFakeJobs();
const runnerFolder = await openRunnerFolder(join(folder!, 'work'), quietLog);
const sandbox = await chooseSandbox('auto', runnerFolder, quietLog);
const blobs = folderBlobs(join(folder!, 'blobs'));
const { execute, close } = createProcessExecutor(sandbox, { keep: 2, childMain });
const deps = {
  leases: jobs.leases,
  blobs,
  execute,
  runnerFolder,
  datasets: { find: () => undefined },
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
await close();
await jobs.stop();
process.exit(0);
