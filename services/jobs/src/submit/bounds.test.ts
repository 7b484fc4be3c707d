import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { describe, expect, it } from 'vitest';
import { refuseUnbounded } from './bounds.ts';

const input = (fields: object = {}) => SubmittedInput.fromPartial({ id: 'in1', slotId: 'sequences', ...fields });
const request = (fields: object = {}) => ({ tool: 'example', inputs: [input()], settingsJson: '', ...fields });
const file = (value: object) => ({ source: { source: { $case: 'file' as const, value } } });

it('accepts texts at the limit, and counts characters as PostgreSQL does', () => {
  const fits = input({ id: 'x'.repeat(128), label: '\u{1F9EC}'.repeat(500), metadataJson: `"${'x'.repeat(16_000)}"` });
  const projectId = `proj_${'0'.repeat(26)}`;
  expect(() => refuseUnbounded(request({ inputs: [fits], name: 'n'.repeat(500), projectId }))).not.toThrow();
});

describe('refuses a request that exceeds its bounds', () => {
  const long = (length: number) => 'x'.repeat(length);

  it.each<[string, object]>([
    ['tool', { tool: long(129) }],
    ['name', { name: long(501) }],
    ['name', { name: '\u{1F9EC}'.repeat(501) }],
    ['parent_ref', { parentRef: long(501) }],
    ['project_id', { projectId: 'proj_1' }],
    ['project_id', { projectId: long(4_000) }],
    ['settings', { settingsJson: long(65_537) }],
    ['input.inputs', { inputs: Array(1_001).fill(input()) }],
    ...['id', 'slotId', 'kind', 'format', 'chainId'].map((name): [string, object] => [
      `input.inputs[0].${name}`,
      { inputs: [input({ [name]: long(129) })] },
    ]),
    ['input.inputs[1].label', { inputs: [input(), input({ label: long(501) })] }],
    ['input.inputs[0].metadata', { inputs: [input({ metadataJson: long(16_385) })] }],
    ['input.inputs[0].msa.fileName', { inputs: [input({ msa: { fileName: long(501) } })] }],
    ['input.inputs[0].modifications', { inputs: [input({ modifications: Array(1_001).fill({}) })] }],
    ['input.inputs[0].modifications[0].ccd', { inputs: [input({ modifications: [{ ccd: long(129) }] })] }],
    ['input.inputs[0].source.fileName', { inputs: [input(file({ fileName: long(501) }))] }],
    ['input.inputs[0].source.fileNames', { inputs: [input(file({ fileNames: Array(101).fill('a') }))] }],
    ['input.inputs[0].source.fileNames[1]', { inputs: [input(file({ fileNames: ['a', long(501)] }))] }],
    ['input.inputs[0].source.file_id', { inputs: [input(file({ fileId: long(129) }))] }],
  ])('at the path %s', (path, fields) => {
    expect(() => refuseUnbounded(request(fields))).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        details: { errors: [{ path, message: expect.stringContaining('') }] },
      }),
    );
  });

  it('with at most 20 problems', () => {
    const inputs = Array.from({ length: 500 }, () => input({ id: long(200) }));
    expect(() => refuseUnbounded(request({ inputs }))).toThrow(
      expect.objectContaining({ details: { errors: expect.objectContaining({ length: 20 }) } }),
    );
  });

  it('when all inputs together are too large', () => {
    const inputs = [input({ content: long(600_000) }), input({ content: long(600_000) })];
    expect(() => refuseUnbounded(request({ inputs }))).toThrow(expect.objectContaining({ code: 'payload_too_large' }));
  });
});
