import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localServer, sends } from '@rotamer/client/testing/localServer.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isLoopback } from '../proxy.ts';
import { runFake } from '../testing/fakeIo.ts';
import { readStackFile } from './stackFile.ts';

let project: string;
let folder: string;
let path: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'rotamer-stack-'));
  const made = project;
  onTestFinished(() => rmSync(made, { recursive: true }));
  folder = join(project, '.rotamer');
  path = join(folder, 'stack.json');
  mkdirSync(folder, { mode: 0o700 });
  mkdirSync(join(project, 'data', 'deep'), { recursive: true });
  write({});
});

function write(more: object): void {
  writeFileSync(path, JSON.stringify({ base_url: 'http://127.0.0.1:8080', api_key: 'rot_live_x', ...more }), {
    mode: 0o600,
  });
}

const read = (user?: number) => readStackFile(join(project, 'data', 'deep'), user ?? process.getuid!());

describe('a stack file', () => {
  it('that the user owns is found in a parent folder', () => {
    expect(read()).toEqual({ path, base_url: 'http://127.0.0.1:8080', api_key: 'rot_live_x' });
  });

  it('in the folder of ROTAMER_DATA is found from anywhere, and no other then', () => {
    const found = { path, base_url: 'http://127.0.0.1:8080', api_key: 'rot_live_x' };
    expect(readStackFile(tmpdir(), process.getuid!(), folder)).toEqual(found);
    expect(readStackFile(project, process.getuid!(), '.rotamer')).toEqual(found);
    expect(readStackFile(project, process.getuid!(), join(project, 'data'))).toBeUndefined();
  });

  it('of a stack with a public URL gives the gateway’s address on this machine', () => {
    write({ base_url: 'https://rotamer.test/lab', urls: ['http://127.0.0.1:8081'] });
    expect(read()).toMatchObject({ base_url: 'http://127.0.0.1:8081' });
  });

  it.each<[string, RegExp, () => void]>([
    ['that others can write to', /chmod go-w .*stack.json/, () => chmodSync(path, 0o620)],
    ['that everybody can write to', /chmod go-w .*stack.json/, () => chmodSync(path, 0o602)],
    ['in a folder that others can write to', /chmod go-w .*\.rotamer\)/, () => chmodSync(folder, 0o770)],
    [
      'that leads to another machine',
      /names http:\/\/rotamer.test, which/,
      () => write({ base_url: 'http://rotamer.test' }),
    ],
    [
      'that is a symbolic link',
      /is a symbolic link/,
      () => {
        renameSync(path, join(project, 'elsewhere.json'));
        symlinkSync(join(project, 'elsewhere.json'), path);
      },
    ],
    [
      'in a folder that is a symbolic link',
      /is a symbolic link/,
      () => {
        renameSync(folder, join(project, 'elsewhere'));
        symlinkSync(join(project, 'elsewhere'), folder);
      },
    ],
    [
      'that is a pipe',
      /is not a file/,
      () => {
        rmSync(path);
        execFileSync('mkfifo', ['-m', '600', path]);
      },
    ],
    ['that is too large', /is not a file/, () => writeFileSync(path, ' '.repeat(2_000_000))],
  ])('%s is not used, and the reason is given', (_what, message, change) => {
    change();
    expect(read()).toEqual({ path, refused: expect.stringMatching(message) });
  });

  it('of another user is not used, and the reason is given', () => {
    expect(read(process.getuid!() + 1)).toEqual({ path, refused: expect.stringContaining('belongs to another user') });
  });

  it('with other content is ignored', () => {
    writeFileSync(path, '{"base_url":');
    expect(read()).toBeUndefined();
  });
});

describe('an address', () => {
  it.each(['http://127.0.0.1:1', 'http://127.9.9.9', 'https://localhost:8443', 'http://[::1]:1', 'http://0x7f.1'])(
    '%s is on this machine',
    (url) => expect(isLoopback(url)).toBe(true),
  );

  it.each([
    'http://127.0.0.1.evil.test',
    'http://127.0.0.1@evil.test',
    'http://me:x@127.0.0.1',
    'http://localhost.evil.test',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'file://127.0.0.1/x',
    'nonsense',
    7,
  ])('%s is not loopback', (url) => expect(isLoopback(url)).toBe(false));
});

describe('a key of the environment', () => {
  it('is never sent to the address in a folder’s stack file', async () => {
    const trap = await localServer(sends({ object: 'account', workspace: {}, api_key: {} }));
    write({ base_url: trap.url });
    const env = { ROTAMER_API_KEY: 'rot_live_4fGh7sKqSECRET' };
    const { code, io } = await runFake(['account'], { env, cwd: join(project, 'data'), fetch });
    expect(code).toBe(2);
    expect(io.stderr).toContain(`ROTAMER_API_KEY is not sent to ${trap.url}, which ${path} names.`);
    expect(io.stdout + io.stderr).not.toContain('SECRET');
    expect(trap.requests).toEqual([]);
  });

  it('is sent to the environment’s address even if the folder has a stack file', async () => {
    const account = {
      object: 'account',
      workspace: { id: 'ws_1', plan: {}, credits: {} },
      limits: { concurrent_jobs: {}, public_api_rate_limit: {} },
    };
    const own = await localServer(sends(account));
    chmodSync(folder, 0o777);
    const env = { ROTAMER_API_KEY: 'rot_live_4fGh7sKqSECRET', ROTAMER_BASE_URL: own.url };
    expect((await runFake(['account'], { env, cwd: project, fetch })).code).toBe(0);
    expect(own.requests).toHaveLength(1);
  });
});
