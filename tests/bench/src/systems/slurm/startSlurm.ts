import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@rotamer/neighbours/freePort.ts';
import { isOpen } from '@rotamer/neighbours/isOpen.ts';
import { signal } from '@rotamer/neighbours/processes.ts';
import { type Server, startServer } from '@rotamer/neighbours/startServer.ts';
import { byClients } from '../../clients.ts';
import { type RunningSystem, STORED, type System } from '../system.ts';
import { node, slurmConf } from './slurmConf.ts';
import { type SlurmPrograms, slurmPrograms } from './slurmPrograms.ts';
import { slurmRest } from './slurmRest.ts';

/** A controller, a worker and the REST API on one machine, without the accounting database. */
export const slurm: System = { name: 'Slurm', start };

async function start(folder: string, working: boolean): Promise<RunningSystem> {
  const programs = await slurmPrograms();
  const files = filesIn(folder);
  const ports = { controller: await freePort(), worker: await freePort(), rest: await freePort() };
  const key = prepareFolder(folder, slurmConf({ ...files, folder, plugins: programs.plugins, ports }));
  const servers: Record<string, Server[]> = {};
  const stop = async () => {
    for (const [server] of Object.values(servers).reverse()) await server!.stop();
    endSteps(programs.program('slurmstepd'));
  };
  try {
    for (const { name, args, port, env } of serversOf(programs, files, ports, working)) {
      servers[name] = [
        await startServer({
          name,
          command: programs.program(name),
          args: args(join(folder, name)),
          env: { LD_LIBRARY_PATH: programs.libraries, SLURM_CONF: files.conf, ...env },
          folder: join(folder, name),
          logFile: join(folder, `${name}.log`),
          port: port ?? 0,
          answers: async () => (port ? isOpen(port) : existsSync(files.mungeSocket)),
        }),
      ];
    }
    const origin = `http://127.0.0.1:${ports.rest}`;
    const { submit, submission, status, list, runJob } = slurmRest(origin, key);
    const ids = working ? [] : await byClients(STORED, submit);
    const ask = (requests: (typeof list)[]) => ({ origin, requests, expected: 200 });
    const questions = { submit: ask([submission]), status: ask(ids.map(status)), list: ask([list]) };
    return { version: programs.version, processes: servers, questions, runJob, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Kills the processes that run jobs, which do not end with the worker. */
function endSteps(program: string): void {
  const isStep = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`) === realpathSync(program);
    } catch {
      return false; // it has ended, or belongs to another user
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of pids.filter(isStep)) signal(Number(pid), 'SIGKILL');
}

interface Program {
  name: string;
  /** Returns the arguments. `own` is the program's own folder. */
  args(own: string): string[];
  port?: number;
  env?: Record<string, string>;
}

const filesIn = (folder: string) => ({
  conf: join(folder, 'slurm.conf'),
  mungeKey: join(folder, 'munge.key'),
  mungeSocket: join(folder, 'munge.socket'),
  jwtKey: join(folder, 'jwt.key'),
});

/** Writes the files that the programs read. Returns the key of tokens. */
function prepareFolder(folder: string, conf: string): Buffer {
  const files = filesIn(folder);
  const key = randomBytes(32);
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(files.conf, conf);
  writeFileSync(join(folder, 'plugstack.conf'), '');
  writeFileSync(files.mungeKey, randomBytes(1024), { mode: 0o600 });
  writeFileSync(files.jwtKey, key, { mode: 0o600 });
  return key;
}

/**
 * Returns the programs in the order in which they start. Each gets a path in its own folder as an argument, by which a
 * leftover process is found.
 */
function serversOf(
  { program }: SlurmPrograms,
  { mungeKey, mungeSocket }: ReturnType<typeof filesIn>,
  ports: { controller: number; worker: number; rest: number },
  working: boolean,
): Program[] {
  const munge = (own: string) => [
    ...['--foreground', '--force', `--key-file=${mungeKey}`, `--socket=${mungeSocket}`],
    ...[`--pid-file=${own}/munged.pid`, `--seed-file=${own}/seed`],
  ];
  const controller = (own: string) => ['-D', '-c', '-L', `${own}/log`];
  const worker = (own: string) => ['-D', '-N', node, '-d', program('slurmstepd'), '-L', `${own}/log`];
  const rest = (own: string) => [
    ...['-a', 'rest_auth/jwt', '-s', 'openapi/v0.0.38'],
    ...[`127.0.0.1:${ports.rest}`, `unix:${own}/socket`],
  ];
  return [
    { name: 'munged', args: munge },
    { name: 'slurmctld', args: controller, port: ports.controller },
    ...(working ? [{ name: 'slurmd', args: worker, port: ports.worker }] : []),
    { name: 'slurmrestd', args: rest, port: ports.rest, env: restEnvironment },
  ];
}

/** slurmrestd runs as root too. It passes the token of each request on to the controller, which checks it. */
const restEnvironment = { SLURM_JWT: 'daemon', SLURMRESTD_SECURITY: 'disable_user_check' };
