import { createHmac } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadRequest } from '../../load/plan.ts';

const ROOT = '/slurm/v0.0.38';
const POLL_MS = 20;

/** A job that does nothing, so that only Slurm is measured. */
const job = {
  job: {
    name: 'bench',
    current_working_directory: '/tmp',
    standard_output: '/dev/null',
    standard_error: '/dev/null',
    environment: { PATH: '/usr/bin:/bin' },
  },
  script: '#!/bin/sh\nexit 0\n',
};

/** Returns slurmrestd's API as used by a user with a token, as clients on other machines use it. */
export function slurmRest(origin: string, jwtKey: Buffer) {
  const user = userInfo().username;
  const headers = { 'x-slurm-user-name': user, 'x-slurm-user-token': token(user, jwtKey) };
  const get = (path: string): LoadRequest => ({ method: 'GET', path: ROOT + path, headers });
  const submission: LoadRequest = { method: 'POST', path: `${ROOT}/job/submit`, headers, body: job };
  const status = (id: number) => get(`/job/${id}`);

  async function send<Answer>({ method, path, headers, body }: LoadRequest): Promise<Answer> {
    const all = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(origin + path, { method, headers: all, body: body ? JSON.stringify(body) : undefined });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  }

  async function submit(): Promise<number> {
    return (await send<{ job_id: number }>(submission)).job_id;
  }

  return {
    submission,
    status,
    /** The list has no pages. */
    list: get('/jobs'),
    submit,
    async runJob(): Promise<void> {
      const id = await submit();
      while (!(await hasEnded(id))) await sleep(POLL_MS);
    },
  };

  async function hasEnded(id: number): Promise<boolean> {
    const { jobs } = await send<{ jobs: { job_state: string }[] }>(status(id));
    const state = jobs[0]!.job_state;
    if (['PENDING', 'CONFIGURING', 'RUNNING', 'COMPLETING'].includes(state)) return false;
    if (state !== 'COMPLETED') throw new Error(`job ${id} of Slurm is ${state}`);
    return true;
  }
}

/** Returns a JSON web token for one hour (RFC 7519), signed with HS256 as slurmctld expects. */
function token(user: string, key: Buffer): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { iat: now, exp: now + 3_600, sun: user },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
