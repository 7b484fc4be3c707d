import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { envName, loadConfig } from './config.ts';

const schema = Type.Object({
  postgresUrl: Type.String({ description: 'PostgreSQL URL' }),
  serviceToken: Type.String({ minLength: 16, description: 'Proves this service' }),
  slots: Type.Integer({ default: 2, minimum: 1, description: 'Jobs at once' }),
  ratio: Type.Number({ default: 0.5 }),
  sandbox: Type.Boolean({ default: true, description: 'Whether tools are locked in' }),
  level: Type.Union([Type.Literal('info'), Type.Literal('debug')], { default: 'info', description: 'info or debug' }),
  nickname: Type.Optional(Type.String()),
});

const needed = { ROTAMER_POSTGRES_URL: 'postgres://x', ROTAMER_SERVICE_TOKEN: '0123456789abcdef' };

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(schema, env);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
}

describe('a configuration', () => {
  it('is read from environment variables by name, with defaults', () => {
    expect(loadConfig(schema, needed)).toEqual({
      postgresUrl: 'postgres://x',
      serviceToken: '0123456789abcdef',
      slots: 2,
      ratio: 0.5,
      sandbox: true,
      level: 'info',
    });
  });

  it('ignores all other environment variables', () => {
    const config = loadConfig(schema, { ...needed, ROTAMER_OTHER: 'x', PATH: '/bin', postgresUrl: 'y' });
    expect(config).toEqual(loadConfig(schema, needed));
  });

  it('turns text into numbers and booleans', () => {
    const env = { ...needed, ROTAMER_SLOTS: '8', ROTAMER_RATIO: '0.25', ROTAMER_SANDBOX: 'false' };
    expect(loadConfig(schema, env)).toMatchObject({ slots: 8, ratio: 0.25, sandbox: false });
  });

  it('keeps text that looks like a number when the setting is text', () => {
    const env = { ...needed, ROTAMER_SERVICE_TOKEN: '1234567890123456', ROTAMER_NICKNAME: 'true' };
    expect(loadConfig(schema, env)).toMatchObject({ serviceToken: '1234567890123456', nickname: 'true' });
  });

  it('treats an empty variable as missing', () => {
    expect(loadConfig(schema, { ...needed, ROTAMER_SLOTS: '' }).slots).toBe(2);
    expect(problemsOf({ ...needed, ROTAMER_POSTGRES_URL: '' })).toHaveLength(1);
  });

  it('reports everything missing or wrong at once, with the purpose of each setting', () => {
    const env = { ROTAMER_SERVICE_TOKEN: 'short', ROTAMER_SLOTS: '0', ROTAMER_LEVEL: 'loud' };
    expect(problemsOf(env)).toEqual([
      'ROTAMER_POSTGRES_URL is missing: PostgreSQL URL',
      expect.stringMatching(/^ROTAMER_SERVICE_TOKEN must .*16 characters: Proves this service$/),
      'ROTAMER_SLOTS must be >= 1: Jobs at once',
      expect.stringMatching(/^ROTAMER_LEVEL must .*: info or debug$/),
    ]);
  });

  it('refuses values that are nearly numbers or booleans', () => {
    for (const slots of ['2.5', 'two', '2 jobs', 'true', 'Infinity']) {
      expect(problemsOf({ ...needed, ROTAMER_SLOTS: slots }), slots).toEqual([
        'ROTAMER_SLOTS must be integer: Jobs at once',
      ]);
    }
    for (const sandbox of ['yes', '1', 'TRUE']) {
      expect(problemsOf({ ...needed, ROTAMER_SANDBOX: sandbox }), sandbox).toHaveLength(1);
    }
  });

  it('shows no value in its error message', () => {
    expect(problemsOf({ ...needed, ROTAMER_SERVICE_TOKEN: 'hunter2' }).join()).not.toContain('hunter2');
  });
});

it('names the variable of a setting in capitals', () => {
  expect(envName('postgresUrl')).toBe('ROTAMER_POSTGRES_URL');
  expect(envName('listen')).toBe('ROTAMER_LISTEN');
});
