import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from './options.ts';

describe('the command line of npm start', () => {
  it('starts one process of each service where nothing is said', () => {
    const { port, fresh, replicas } = parseOptions([]);
    expect({ port, fresh, replicas }).toEqual({
      port: undefined,
      fresh: false,
      replicas: { gateway: 1, jobs: 1, billing: 1, files: 1, runner: 1 },
    });
  });

  it('takes counts of replicas by flags named after them', () => {
    const { replicas } = parseOptions(['--gateways', '3', '--runners', '2']);
    expect(replicas).toEqual({ gateway: 3, jobs: 1, billing: 1, files: 1, runner: 2 });
  });

  it.each([
    [['--port', '80a'], "--port must be a whole number from 0 to 65535, not '80a'"],
    [['--gateways', '0'], "--gateways must be a whole number from 1 to 20, not '0'"],
    [['--prot', '80'], "Unknown option '--prot'"],
  ])('refuses %j, naming what is wrong and what there is', (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
    expect(() => parseOptions(args)).toThrow('--data DIR');
  });
});
