import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type Run, ToolError } from '@rotamer/tools/contract.ts';

/** Reports what it can see of the machine: its environment, other processes, the network. */
export const run: Run = async ({ settings }) => {
  const environment = Object.keys(process.env).sort();
  const foreign = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && canRead(`/proc/${pid}/environ`));
  const secrets = foreign.filter((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes('ROTAMER_'));
  const network = await reaches(settings.port as number);
  throw new ToolError(JSON.stringify({ environment, secrets: secrets.length, network }));
};

function canRead(path: string): boolean {
  try {
    return readFileSync(path).length >= 0;
  } catch {
    return false;
  }
}

function reaches(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => done(true)).on('error', () => done(false));
  });
}
