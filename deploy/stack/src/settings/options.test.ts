import { services } from '@rotamer/deploy/services.ts';
import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from './options.ts';

const oneOfEach = Object.fromEntries(services.map(({ name }) => [name, 1]));

describe('the command line of npm start', () => {
  it('starts one process of each service where nothing is said', () => {
    const { port, fresh, replicas } = parseOptions([]);
    expect({ port, fresh, replicas }).toEqual({ port: undefined, fresh: false, replicas: oneOfEach });
  });

  it('takes counts of replicas by flags named after them', () => {
    const { replicas } = parseOptions(['--gateways', '3', '--runners', '2']);
    expect(replicas).toEqual({ ...oneOfEach, gateway: 3, runner: 2 });
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
