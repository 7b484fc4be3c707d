import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/stack/paths.ts';
import { compileCache } from './stack.ts';

/** What an operators' command answered. */
export interface AdminAnswer {
  exitCode: number;
  // biome-ignore lint/suspicious/noExplicitAny: every command answers something else, and tests say what they expect
  answer: any;
}

/** Runs operators' commands against the stack of a data folder. */
export interface Admin {
  /** `command('workspace create', { name: 'x' })`; options without a value are left out. Throws when it is refused. */
  command(name: string, options?: Record<string, string | number | undefined>): Promise<AdminAnswer['answer']>;
  /** The same for commands that may be refused. */
  attempt(name: string, options?: Record<string, string | number | undefined>): Promise<AdminAnswer>;
}

/** What `npm run admin` runs, without npm: a test run makes a hundred of these calls. */
const program = join(repository, 'deploy', 'stack', 'src', 'admin.ts');

export function createAdmin(dataDir: string): Admin {
  const attempt: Admin['attempt'] = (name, options = {}) => {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const args = [...name.split(' '), ...given.flatMap(([option, value]) => [`--${option}`, String(value)])];
    return run([...args, '--json', '--data', dataDir]);
  };
  return {
    attempt,
    async command(name, options) {
      const { exitCode, answer } = await attempt(name, options);
      if (exitCode !== 0) throw new Error(`admin ${name} ended with ${exitCode}: ${JSON.stringify(answer)}`);
      return answer;
    },
  };
}

function run(args: string[]): Promise<AdminAnswer> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      const exitCode = error ? error.code : 0;
      if (typeof exitCode !== 'number') return reject(error);
      try {
        resolve({ exitCode, answer: JSON.parse(stdout.trim() || stderr.trim()) });
      } catch {
        reject(new Error(`admin ${args.join(' ')} printed no JSON:\n${stdout}${stderr}`));
      }
    });
  });
}
