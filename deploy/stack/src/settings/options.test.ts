import { services } from '@rotamer/deploy/services.ts';
import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from './options.ts';

const oneOfEach = Object.fromEntries(services.map(({ name }) => [name, 1]));

describe('the command line of npm start', () => {
  it('starts one process of each service by default', () => {
    const { port, fresh, replicas } = parseOptions([]);
    expect({ port, fresh, replicas }).toEqual({ port: undefined, fresh: false, replicas: oneOfEach });
  });

  it('accepts replica counts in flags named after the services', () => {
    const { replicas } = parseOptions(['--gateways', '3', '--runners', '2']);
    expect(replicas).toEqual({ ...oneOfEach, gateway: 3, runner: 2 });
  });

  it.each([
    [['--port', '80a'], "--port must be a whole number from 0 to 65535, not '80a'"],
    [['--gateways', '0'], "--gateways must be a whole number from 1 to 20, not '0'"],
    [['--prot', '80'], "Unknown option '--prot'"],
  ])('refuses %j, naming the problem and the valid options', (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
    expect(() => parseOptions(args)).toThrow('--data DIR');
  });
});
