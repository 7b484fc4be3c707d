import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Argument } from '../../command.ts';
import { argumentsOf } from './argumentsOf.ts';

const values = {
  inputs: { models: ['in/models-0001.pdb', 'in/models-0002.pdb'], none: [] },
  settings: { n: 3, fast: true, mode: 'b', names: ['x', 'y'], empty: [], text: 'a b; rm -rf *' },
  threads: 4,
  memoryMiB: 512,
  outputs: 'out',
};

describe('the arguments of a command', () => {
  it.each<[Argument, string[]]>([
    ['--plain', ['--plain']],
    ['{"json": "stays"}', ['{"json": "stays"}']],
    ['--threads={threads}', ['--threads=4']],
    ['{outputs}/x.txt', ['out/x.txt']],
    ['{memoryMiB}M', ['512M']],
    ['{inputs.models}', ['in/models-0001.pdb', 'in/models-0002.pdb']],
    ['{inputs.none}', []],
    [{ flag: '-n', value: '{settings.n}' }, ['-n', '3']],
    [{ flag: '-x', value: '{settings.names}' }, ['-x', 'x', '-x', 'y']],
    [{ flag: '-x', value: '{settings.empty}' }, []],
    ['{settings.text}', ['a b; rm -rf *']],
    [{ when: 'fast', is: true, arguments: ['--fast', '{threads}'] }, ['--fast', '4']],
    [{ when: 'fast', is: false, arguments: ['--slow'] }, []],
    [{ when: 'mode', is: 'b', arguments: ['--b'] }, ['--b']],
  ])('of %j are %j', (template, expected) => {
    expect(argumentsOf([template], values)).toEqual(expected);
  });

  it('are one per value, with any characters in the value', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const given = argumentsOf(['--name={settings.text}', '{settings.text}'], { ...values, settings: { text } });
        expect(given).toEqual([`--name=${text}`, text]);
      }),
    );
  });
});
