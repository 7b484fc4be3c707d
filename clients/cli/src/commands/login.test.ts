import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config/configFile.ts';
import { runFake } from '../testing/fakeIo.ts';
import { fakeService } from '../testing/fakeService.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rotamer-login-'));
  const made = home;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

const token = `rot_sess_0aB1cD2eF3_${'x'.repeat(49)}`;
const device = {
  object: 'device_authorization',
  device_code: 'd'.repeat(43),
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://lab.test/device',
  verification_uri_complete: 'https://lab.test/device?code=WDJB-MJHT',
  expires_in: 600,
  interval: 5,
};
const session = {
  object: 'current_session',
  kind: 'session',
  id: 'ses_1',
  user: { id: 'usr_1', email: 'ada@example.org', name: null },
  workspace: { id: 'ws_1', name: 'Enzyme group', role: 'admin' },
  scopes: ['jobs:read'],
  expires_at: '2026-03-02T00:00:00.000Z',
};
const refuse = (code: string) =>
  Response.json(
    { error: { code, message: 'No.', resolution: 'Do.' } },
    { status: code === 'unauthorized' ? 401 : 400 },
  );

/** A service that answers the requests for the session with these codes, one after the other, and then with the session. */
function service(codes: string[], more: object = {}) {
  return fakeService({
    'POST /device-authorizations': device,
    'POST /device-tokens': () => {
      const code = codes.shift();
      return code ? refuse(code) : { object: 'device_token', access_token: token, token_type: 'Bearer' };
    },
    'GET /session': session,
    'DELETE /session': { object: 'session_end', ended: 1 },
    ...more,
  });
}

/** A clock that does not wait, and remembers how long it should have. */
function clock() {
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  return { slept, time: { now: () => 0, random: () => 0, sleep } };
}

const place = () => ({ env: {}, platform: 'linux', home }) as const;

describe('rotamer login', () => {
  it('signs in by a code that a browser confirms, and sends no key of the environment meanwhile', async () => {
    const { fetch, seen } = service(['authorization_pending', 'slow_down', 'authorization_pending']);
    const { slept, time } = clock();
    const env = { ROTAMER_API_KEY: 'rot_live_4fGh7sKqSECRET', ROTAMER_BASE_URL: 'https://lab.test' };
    const { code, io } = await runFake(['login'], { env, home, terminal: true, fetch, time });
    expect([code, io.opened]).toEqual([0, [device.verification_uri_complete]]);
    expect(io.stderr).toContain('Open https://lab.test/device and enter the code WDJB-MJHT.');
    expect(io.stdout).toContain('ada@example.org');
    expect(io.stdout + io.stderr).not.toContain(token);
    expect(slept).toEqual([5_000, 5_000, 10_000, 10_000]);
    for (const { path, headers } of seen)
      expect(headers.get('authorization')).toBe(path === '/session' ? `Bearer ${token}` : null);
    expect(readConfig(place())).toEqual({
      current: 'default',
      profiles: { default: { base_url: 'https://lab.test', api_key: token } },
    });
  });

  it.each(['access_denied', 'expired_token'])('ends with the reason of the service: %s', async (reason) => {
    const { fetch } = service([reason]);
    const options = { env: {}, home, terminal: true, fetch, time: clock().time };
    const { code, io } = await runFake(['login', '--base-url', 'https://lab.test'], options);
    expect([code, io.stderr.includes('No.')]).toEqual([3, true]);
    expect(readConfig(place()).profiles).toEqual({});
  });

  it('opens nothing but web pages', async () => {
    const { fetch } = service([], {
      'POST /device-authorizations': { ...device, verification_uri_complete: 'file:///etc/passwd' },
    });
    const options = { env: {}, home, terminal: true, fetch, time: clock().time };
    const { io } = await runFake(['login', '--base-url', 'https://lab.test'], options);
    expect(io.opened).toEqual([]);
  });
});

describe('rotamer logout', () => {
  it.each([
    ['a live session', { object: 'session_end', ended: 1 }],
    ['a session that has ended', () => refuse('unauthorized')],
  ])('forgets %s, and ends it at the service', async (_what, answer) => {
    const { fetch, seen } = service([], { 'DELETE /session': answer });
    const options = { env: {}, home, terminal: true, fetch, time: clock().time };
    await runFake(['login', '--base-url', 'https://lab.test'], options);
    const { code, io } = await runFake(['logout'], options);
    expect([code, io.stdout]).toEqual([0, 'Signed out of profile default.\n']);
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', path: '/session' });
    expect(readConfig(place()).profiles).toEqual({});
  });
});

it('whoami shows person, workspace and role', async () => {
  const { fetch } = service([]);
  const { json } = await runFake(['whoami'], { fetch });
  expect(json()).toMatchObject({ person: 'ada@example.org', workspace: 'ws_1', role: 'admin', session: 'ses_1' });
});
