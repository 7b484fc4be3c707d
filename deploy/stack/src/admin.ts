// npm run admin -- <command> [options] --json: admin commands against a running stack or cluster.

import { runAdmin } from './admin/runAdmin.ts';

const { exitCode, done, text } = await runAdmin(process.argv.slice(2), process.env);
process.exitCode = exitCode;
if (done) console.log(text);
else console.error(text);
