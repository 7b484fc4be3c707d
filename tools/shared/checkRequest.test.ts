import * as Type from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Check, ToolContract, ToolInput, ToolInputSlot } from '../contract.ts';
import { checkRequest } from './checkRequest.ts';
import { plainCapabilities } from './slots.ts';

const slot: ToolInputSlot = {
  id: 'things',
  label: 'Things',
  min: 1,
  max: 2,
  acceptedKinds: ['smiles', 'ligand'],
  acceptedFormats: ['SMILES', 'SDF'],
  defaultKind: 'smiles',
  capabilities: plainCapabilities({ min: 1, max: 10 }, { externalSources: [] }),
};

const contract: ToolContract = {
  id: 'example',
  name: 'Example',
  description: '',
  category: '',
  tags: [],
  version: '1.0.0',
  slots: [slot],
  settings: Type.Object(
    {
      size: Type.Integer({ minimum: 1, maximum: 9, default: 3 }),
      colours: Type.Array(Type.Enum(['red', 'blue']), { default: ['red'] }),
    },
    { additionalProperties: false },
  ),
  ports: [],
  limits: { wallSeconds: 1, memoryMiB: 1, cpuCores: 1, outputMiB: 1 },
  credit: { mode: 'free' },
  citation: { text: 'Nobody', url: 'https://example.org' },
  license: 'Apache-2.0',
  requires: [],
};

const input = (more: Partial<ToolInput> = {}): ToolInput => ({
  id: 'a',
  slotId: 'things',
  kind: 'smiles',
  format: 'SMILES',
  text: 'C',
  ...more,
});

const accept: Check = () => ({ problems: [], units: 7 });
const check = (inputs: ToolInput[], settings?: unknown) => checkRequest(contract, accept, inputs, settings);
const problem = (inputs: ToolInput[], settings?: unknown) => check(inputs, settings).verdict.problems;

describe('inputs', () => {
  it.each<[string, Partial<ToolInput>, string, RegExp]>([
    ['an unknown slot', { slotId: 'x' }, 'slotId', /^example has no slot 'x'; its slots are: things$/],
    ['a foreign kind', { kind: 'protein' }, 'kind', /^'protein' is not an accepted kind; accepted: smiles, ligand$/],
    ['a format in lower case', { format: 'smiles' }, 'format', /accepted: SMILES$/],
    ['a format of another kind', { format: 'SDF' }, 'format', /^'SDF' is not an accepted format of kind smiles/],
    ['copies', { copies: 2 }, 'copies', /^slot 'things' does not support copies$/],
    ['cyclic', { cyclic: true }, 'cyclic', /does not support cyclic/],
    ['modifications', { modifications: [{ position: 1, ccd: 'SEP' }] }, 'modifications', /does not support/],
    ['an alignment', { msa: { content: '' } }, 'msa', /does not support msa/],
    ['a hostile kind', { kind: '\u0000'.repeat(1000) }, 'kind', /^'(U\+0000){40}…' is not/],
  ])('refuses %s', (_, more, field, message) => {
    const found = problem([input(), input({ id: 'b', ...more })]).filter(({ path }) =>
      path.startsWith('input.inputs[1]'),
    );
    expect(found[0]).toEqual({ path: `input.inputs[1].${field}`, message: expect.stringMatching(message) });
  });

  it('accepts values that change nothing', () => {
    expect(problem([input({ copies: 1, cyclic: false, modifications: [] })])).toEqual([]);
  });

  it('counts items per slot and refuses ids used twice', () => {
    expect(problem([])).toEqual([{ path: 'input.inputs', message: "slot 'things' takes at least 1 inputs, found 0" }]);
    expect(problem([input(), input(), input({ id: 'c' })]).map(({ path }) => path)).toEqual([
      'input.inputs[1].id',
      'input.inputs',
    ]);
  });
});

describe('settings', () => {
  it('completes defaults on a copy', () => {
    const given = { size: 4 };
    expect(check([input()], given).settings).toEqual({ size: 4, colours: ['red'] });
    expect(check([input()]).settings).toEqual({ size: 3, colours: ['red'] });
    expect(given).toEqual({ size: 4 });
  });

  it.each<[unknown, string, string]>([
    [{ size: 0 }, 'settings.size', 'must be >= 1'],
    [{ size: '3' }, 'settings.size', 'must be integer'],
    [{ colours: ['red', 'pink'] }, 'settings.colours[1]', 'must be one of red, blue'],
    [{ speed: 1 }, 'settings.speed', "this tool has no setting 'speed'"],
    [{ 'a b': 1 }, 'settings', "this tool has no setting 'a b'"],
    [[], 'settings', 'must be object'],
    ['x', 'settings', 'must be object'],
    [JSON.parse('{"__proto__": 1}'), 'settings.__proto__', "this tool has no setting '__proto__'"],
    [{ colours: Array(1000).fill('red') }, 'settings', 'has more than 1000 values'],
    [{ size: 'x'.repeat(70_000) }, 'settings', 'has more than 65536 characters'],
    [{ ['x'.repeat(70_000)]: 1 }, 'settings', 'has more than 65536 characters'],
    [JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`), 'settings', 'is nested deeper than 16 levels'],
  ])('%j', (settings, path, message) => {
    expect(problem([input()], settings)).toEqual([{ path, message }]);
  });
});

describe('the verdict', () => {
  it('has all problems at once, and those of the tool’s own check only for a sound shape', () => {
    const own: Check = () => ({ problems: [{ path: 'own', message: '' }], units: 0 });
    const broken = checkRequest(contract, own, [input({ kind: 'x', copies: 3 })], { size: 0 }).verdict.problems;
    expect(broken.map(({ path }) => path)).toEqual(['input.inputs[0].kind', 'input.inputs[0].copies', 'settings.size']);
    expect(checkRequest(contract, own, [input()], {}).verdict.problems).toEqual([{ path: 'own', message: '' }]);
  });

  it('passes on the units', () => {
    expect(check([input()]).verdict).toEqual({ problems: [], units: 7 });
  });

  it('lists a bounded number of problems', () => {
    expect(problem([input()], { colours: Array(500).fill('x') })).toHaveLength(50);
  });
});
