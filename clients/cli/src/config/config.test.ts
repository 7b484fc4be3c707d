import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { userFolder } from '../io.ts';
import { runFake } from '../testing/fakeIo.ts';
import { fakeService } from '../testing/fakeService.ts';
import { configPath, readConfig } from './configFile.ts';
import { chooseSettings } from './settings.ts';

describe('the configuration', () => {
  it('lies where each system keeps it', () => {
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

  it('keeps a key that works, for nobody else to read, and never shows it', async () => {
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

it('paths are those of the folder the user is in, also where npm runs the script in another', () => {
  expect(userFolder({ npm_lifecycle_event: 'rotamer', INIT_CWD: '/home/ada/data' }, '/checkout')).toBe(
    '/home/ada/data',
  );
  // In a script of another package the paths are relative to that package.
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
    expect(choose({ config, env: { ROTAMER_API_KEY: 'env-key' }, flags: { profile: 'home' } })).toEqual([
      'https://home.test',
      'home-key',
    ]);
  });

  it('never send the key of one service to another', () => {
    expect(choose({ stack, config, flags: { baseUrl: 'https://other.test' } })).toEqual([
      'https://other.test',
      undefined,
    ]);
    expect(choose({ config, flags: { baseUrl: 'https://lab.test/api/v1' } })).toEqual([
      'https://lab.test/api/v1',
      'lab-key',
    ]);
  });

  it('name the profiles there are', () => {
    expect(() => choose({ config, flags: { profile: 'nope' } })).toThrow('There are: lab, home.');
  });
});
