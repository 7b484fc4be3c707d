import { describe, expect, it } from 'vitest';
import { parseCall } from './parseCall.ts';
import { WrongCall } from './values.ts';

describe('an admin command line', () => {
  it('is parsed into a command and its options', () => {
    const call = parseCall(['credits', 'grant', '--workspace', 'ws_1', '--credits', '5', '--json']);
    expect(call.command.name).toBe('credits grant');
    expect(call.options).toEqual({ workspace: 'ws_1', credits: '5' });
    expect(call.json).toBe(true);
  });

  it('may have a name of one word', () => {
    for (const options of [[], ['--user', 'ada@example.org'], ['--json']])
      expect(parseCall(['login-link', ...options]).command.name).toBe('login-link');
    expect(() => parseCall(['login-link', 'ada'])).toThrow("Unexpected argument 'ada'");
  });

  it.each([
    [[], "Unknown command ''"],
    [['workspace', 'burn'], "Unknown command 'workspace burn'"],
    [['credits', 'grant', '--workspace', 'ws_1'], 'Missing --credits'],
    [['key', 'revoke', '--key', 'key_1', '--force'], "Unknown option '--force'"],
    [['key', 'revoke', 'key_1'], "Unexpected argument 'key_1'"],
  ])('%j is rejected with the usage', (args, message) => {
    expect(() => parseCall(args)).toThrow(WrongCall);
    expect(() => parseCall(args)).toThrow(message);
  });
});
