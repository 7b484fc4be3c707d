import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeOf, userFolder } from '../io.ts';
import { runFake } from '../testing/fakeIo.ts';
import { fakeService } from '../testing/fakeService.ts';
import { configPath, readConfig, writeConfig } from './configFile.ts';
import { chooseSettings } from './settings.ts';

describe('the configuration', () => {
  it('is in the configuration folder of each system', () => {
    const at = (platform: NodeJS.Platform, env: Record<string, string>, home: string) =>
      configPath({ platform, env, home });
    expect(at('linux', {}, '/home/ada')).toBe('/home/ada/.config/rotamer/config.json');
    expect(at('linux', { XDG_CONFIG_HOME: '/etc/ada' }, '/home/ada')).toBe('/etc/ada/rotamer/config.json');
    expect(at('linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada')).toBe('/home/ada/.config/rotamer/config.json');
    expect(at('win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, 'C:\\Users\\ada')).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\rotamer\\config.json',
    );
    expect(at('win32', { APPDATA: '' }, 'C:\\Users\\ada')).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\rotamer\\config.json',
    );
    expect(at('win32', {}, 'C:\\Users\\ada')).toBe('C:\\Users\\ada\\AppData\\Roaming\\rotamer\\config.json');
  });

  it('is never in the current folder', () => {
    expect(homeOf({ HOME: '.' }, () => '/home/ada')).toBe('/home/ada');
    expect(homeOf({}, () => '/home/ada')).toBe('/home/ada');
    const nobody = () => {
      throw new Error('no entry');
    };
    const place = { platform: 'linux', env: {}, home: homeOf({ HOME: '' }, nobody) } as const;
    expect(readConfig(place)).toEqual({ profiles: {} });
    expect(() => configPath(place)).toThrow('Set HOME');
    expect(configPath({ platform: 'win32', env: { APPDATA: 'here' }, home: 'C:\\Users\\ada' })).toMatch(/^C:/);
  });

  it.each([
    ['the file', 'config.json'],
    ['the folder', ''],
  ])('is refused when others can write to %s', (_what, name) => {
    const home = mkdtempSync(join(tmpdir(), 'rotamer-config-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const place = { env: {}, platform: 'linux', home } as const;
    writeConfig(place, { profiles: {} });
    const open = join(home, '.config', 'rotamer', name);
    chmodSync(open, name ? 0o620 : 0o777);
    expect(() => readConfig(place)).toThrow(`chmod go-w ${open.replace(/\/$/, '')}`);
  });

  it.each(['[]', '{"profiles": {"lab": {}}}', '{"current": 7}', 'null'])(
    'of the wrong shape is reported with its path: %s',
    (text) => {
      const home = mkdtempSync(join(tmpdir(), 'rotamer-config-'));
      onTestFinished(() => rmSync(home, { recursive: true }));
      const place = { env: {}, platform: 'linux', home } as const;
      writeConfig(place, { profiles: {} });
      writeFileSync(configPath(place), text);
      expect(() => readConfig(place)).toThrow(`${configPath(place)} is not a configuration`);
    },
  );

  it('stores a valid key readable only by its owner, and never shows it', async () => {
    const home = mkdtempSync(join(tmpdir(), 'rotamer-config-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const account = {
      object: 'account',
      workspace: { id: 'ws_1' },
      api_key: { prefix: 'rot_live_abcdefgh', scopes: [] },
    };
    const { fetch, seen } = fakeService({ 'GET /account': account });
    const options = { fetch, home, env: {}, stdin: 'rot_live_abcdefghSECRET\n' };
    const { code, io } = await runFake(['login', '--profile', 'lab', '--base-url', 'https://lab.test/'], options);
    expect(code).toBe(0);
    expect(seen[0]!.headers.get('authorization')).toBe('Bearer rot_live_abcdefghSECRET');
    const place = { env: {}, platform: 'linux', home } as const;
    expect(readConfig(place)).toEqual({
      current: 'lab',
      profiles: { lab: { base_url: 'https://lab.test', api_key: 'rot_live_abcdefghSECRET' } },
    });
    expect(statSync(configPath(place)).mode & 0o777).toBe(0o600);
    const listed = await runFake(['profiles'], options);
    expect(io.stdout + io.stderr + listed.io.stdout).not.toContain('SECRET');
    await runFake(['logout'], options);
    expect(readConfig(place).profiles).toEqual({});
  });
});

it('resolves paths in the user’s folder, also when npm runs the script in another', () => {
  expect(userFolder({ npm_lifecycle_event: 'rotamer', INIT_CWD: '/home/ada/data' }, '/checkout')).toBe(
    '/home/ada/data',
  );
  // In a script of another package, paths are relative to that package.
  expect(userFolder({ npm_lifecycle_event: 'analyse', INIT_CWD: '/home/ada' }, '/package')).toBe('/package');
  expect(userFolder({}, '/home/ada')).toBe('/home/ada');
});

describe('settings', () => {
  const config = {
    current: 'lab',
    profiles: {
      lab: { base_url: 'https://lab.test', api_key: 'lab-key' },
      home: { base_url: 'https://home.test', api_key: 'home-key' },
    },
  };
  const stack = { base_url: 'http://127.0.0.1:8080', api_key: 'stack-key', path: '.rotamer/stack.json' };
  const choose = (more: object) => {
    const { baseUrl, apiKey } = chooseSettings({
      flags: {},
      env: {},
      config: { profiles: {} },
      stack: undefined,
      ...more,
    });
    return [baseUrl, apiKey];
  };

  it('come from flags, then the environment, then a profile, then the local stack', () => {
    const env = { ROTAMER_API_KEY: 'env-key', ROTAMER_BASE_URL: 'https://env.test' };
    expect(choose({ stack })).toEqual(['http://127.0.0.1:8080', 'stack-key']);
    expect(choose({ stack, config })).toEqual(['https://lab.test', 'lab-key']);
    expect(choose({ stack, config, env: { ROTAMER_PROFILE: 'home' } })).toEqual(['https://home.test', 'home-key']);
    expect(choose({ stack, config, env })).toEqual(['https://env.test', 'env-key']);
    expect(choose({ stack, config, env, flags: { baseUrl: 'https://flag.test' } })).toEqual([
      'https://flag.test',
      'env-key',
    ]);
    const pair = { ROTAMER_API_KEY: 'env-key', ROTAMER_BASE_URL: 'https://env.test' };
    expect(choose({ config, env: pair, flags: { profile: 'home', baseUrl: 'https://home.test' } })).toEqual([
      'https://home.test',
      'home-key',
    ]);
    expect(choose({ config, env: { ROTAMER_API_KEY: 'env-key' }, flags: { profile: 'home' } })).toEqual([
      'https://home.test',
      'home-key',
    ]);
  });

  it('never send the environment’s key to an address that only a file names', () => {
    const env = { ROTAMER_API_KEY: 'env-key' };
    const far = { ...stack, base_url: 'http://127.0.0.1:9999' };
    expect(() => choose({ env, config })).toThrow(
      'ROTAMER_API_KEY is not sent to https://lab.test, which profile lab names. Set ROTAMER_BASE_URL too',
    );
    expect(() => choose({ env, stack: far })).toThrow('which .rotamer/stack.json names');
    expect(() => choose({ env, stack: { path: far.path, refused: 'it is foreign' } })).toThrow('it is foreign');
    // The default address, and the address with which the key is stored, are safe.
    expect(choose({ env })).toEqual(['http://127.0.0.1:8080', 'env-key']);
    expect(choose({ env, stack })).toEqual(['http://127.0.0.1:8080', 'env-key']);
    expect(choose({ env: { ROTAMER_API_KEY: 'stack-key' }, stack: far })).toEqual([far.base_url, 'stack-key']);
    const named = { ...env, ROTAMER_BASE_URL: 'https://env.test' };
    expect(choose({ env: named, stack: { path: far.path, refused: 'it is foreign' } })).toEqual([
      'https://env.test',
      'env-key',
    ]);
  });

  it('mention an unusable stack file when there is no other source', () => {
    const refused = { path: '/x/.rotamer/stack.json', refused: '/x/.rotamer belongs to another user (uid 7)' };
    expect(() => choose({ stack: refused })).toThrow(/\/x\/.rotamer belongs to another user.*rotamer login/);
    expect(choose({ stack: refused, config })).toEqual(['https://lab.test', 'lab-key']);
  });

  it.each(['env', 'profile', 'stack'])(
    'refuse a key of the %s that no header can carry, without showing it',
    (where) => {
      const wrong = 'rot_live_SECRET\nSECRET';
      const sources = {
        env: { env: { ROTAMER_API_KEY: wrong } },
        profile: { config: { current: 'lab', profiles: { lab: { base_url: 'https://lab.test', api_key: wrong } } } },
        stack: { stack: { ...stack, api_key: wrong } },
      }[where]!;
      expect(() => choose(sources)).toThrow(/^The API key of (ROTAMER_API_KEY|profile lab|.rotamer\/stack.json) holds/);
      expect(() => choose(sources)).not.toThrow('SECRET');
      expect(choose({ env: { ROTAMER_API_KEY: ' env-key\r\n' } })[1]).toBe('env-key');
    },
  );

  it('never send the key of one service to another', () => {
    expect(choose({ stack, config, flags: { baseUrl: 'https://other.test' } })).toEqual([
      'https://other.test',
      undefined,
    ]);
    for (const same of ['https://lab.test/api/v1', 'https://LAB.test:443/']) {
      expect(choose({ config, flags: { baseUrl: same } })).toEqual([same, 'lab-key']);
    }
    for (const other of ['http://lab.test', 'https://lab.test:8443', 'https://lab.test.evil.test']) {
      expect(choose({ config, flags: { baseUrl: other } })).toEqual([other, undefined]);
    }
  });

  it('name the existing profiles', () => {
    expect(() => choose({ config, flags: { profile: 'nope' } })).toThrow('There are: lab, home.');
  });
});
