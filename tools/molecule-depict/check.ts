import type { Check } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { smartsProblem } from '../shared/smarts.ts';
import { molecules } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { count, problems } = readMolecules(inputs, molecules);
  const highlight = settings.highlight as string;
  const reason = smartsProblem(highlight);
  if (reason) problems.push({ path: 'settings.highlight', message: `${quoted(highlight)} ${reason}` });
  return { problems, units: problems.length > 0 ? 0 : count };
};
