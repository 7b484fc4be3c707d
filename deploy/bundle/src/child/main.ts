import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram } from './loadProgram.ts';

// main.cjs <attempt folder>: runs the program of the job's tool. One without a program of its own is a tool by configuration.

const root = process.argv[2]!;
const { tool } = JSON.parse(readFileSync(join(root, 'job.json'), 'utf8')) as { tool: string };
const own = join(__dirname, 'tools', `${tool}.cjs`);
void loadProgram(existsSync(own) ? own : join(__dirname, 'configured.cjs')).program.main(root);
