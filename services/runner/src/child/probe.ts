import { writeFileSync } from 'node:fs';
import '@rotamer/tools/catalogue.ts';
import { openRunnerPipe } from './runnerPipe.ts';

// Ends well exactly where a tool could run: the sources are readable and the current directory is writable.
writeFileSync('probe', '');
openRunnerPipe().ready();
process.exit(0);
