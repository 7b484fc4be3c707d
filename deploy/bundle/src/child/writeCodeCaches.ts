import { writeFileSync } from 'node:fs';
import { codeCacheOf, loadProgram } from './loadProgram.ts';

// writeCodeCaches.cjs <program>...: writes V8's compiled code of each program, for the processes of jobs.

for (const file of process.argv.slice(2)) writeFileSync(codeCacheOf(file), loadProgram(file).script.createCachedData());
