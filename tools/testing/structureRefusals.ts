import { expect, it } from 'vitest';
import type { Check, ToolContract, ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import type { StructureNeed } from '../shared/structure/readStructures.ts';
import { broken, structureText } from './testStructures.ts';

const everywhere: [keyof typeof broken, RegExp][] = [
  ['empty', /^the content is empty$/],
  ['junk', /^no ATOM or HETATM line$/],
  ['badCoordinates', /^line 5: bad coordinates: 'xx\.yyy' in columns 31-54 is not a number$/],
  ['hetatmOnly', /^found 0 amino acids .* at least 3 are needed; the file has HETATM lines only$/],
  ['twoResidues', /^found 2 amino acids .* at least 3 are needed$/],
];

const backbone: [keyof typeof broken, RegExp][] = [
  ['caOnly', /^0 of 76 amino acids have the backbone atoms N, CA, C and O, at least 90 % must$/],
];

/** Tests that a tool refuses these structure files before it runs, with the path and the reason. */
export function refusesBadStructures(
  { contract, check }: { contract: ToolContract; check: Check },
  slotId: string,
  need: StructureNeed,
  others: ToolInput[] = [],
): void {
  it.each([...everywhere, ...(need === 'backbone' ? backbone : [])])('%s', (name, message) => {
    const inputs = [structureText(slotId, broken[name]()), ...others];
    const { problems } = checkRequest(contract, check, inputs, {}).verdict;
    expect(problems).toEqual([{ path: 'input.inputs[0].content', message: expect.stringMatching(message) }]);
  });
}
