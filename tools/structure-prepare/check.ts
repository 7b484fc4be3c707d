import type { Check, Problem } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, count, records } = readStructures(inputs, structures, 'polymer', {
    model: settings.model as number,
  });
  const wanted = settings.chains as string[];
  if (wanted.length > 0) problems.push(...records.flatMap((record) => checkChains(record, wanted)));
  return { problems, units: problems.length > 0 ? 0 : count };
};

type Read = ReturnType<typeof readStructures>['records'][number];

/** A structure needs one of the chains; which of them it has may differ. */
function checkChains({ structure, inputPath }: Read, wanted: string[]): Problem[] {
  const withPolymer = structure.chains.filter(({ residues }) =>
    residues.some((residue) => residue.class === 'protein' || residue.class === 'nucleic'),
  );
  if (withPolymer.some(({ id }) => wanted.includes(id))) return [];
  const found = withPolymer.map(({ id }) => quoted(id)).join(', ');
  return [
    { path: `${inputPath}.content`, message: `none of settings.chains is a chain of this structure; it has ${found}` },
  ];
}
