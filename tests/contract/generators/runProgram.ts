import { execFile } from 'node:child_process';

/** Runs a program in a folder. Resolves or rejects with its output. */
export function runProgram(program: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise<string>((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (!error) return resolve(output);
      const end = output.trim().split('\n').slice(-40).join('\n');
      reject(new Error(`${program} ${args.join(' ')}: ${error.message.split('\n')[0]}\n${end}`));
    });
  });
}
