import type { Check } from '../contract.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { records, problems } = readAlignment(inputs, alignment);
  const [first, last] = [settings.first as number, settings.last as number];
  const columns = records[0]?.row.length ?? last;
  if (first > Math.min(last, columns))
    problems.push({
      path: 'settings.first',
      message: `the picture begins with column ${first}, but ends with column ${Math.min(last, columns)}`,
    });
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
