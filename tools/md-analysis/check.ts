import type { Check, ToolInput } from '../contract.ts';
import { unlikeModel } from '../shared/structure/models.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { aminoAcidsOf } from './readFrames.ts';
import { MAX_FRAMES, trajectory } from './tool.ts';

/** Checks the request. Only the job reads all frames; here the first one that differs from frame 1 is read. */
export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, trajectory, 'protein', selectionOf(settings));
  if (problems.length === 0)
    for (const { structure, inputId, inputPath } of records) {
      const { models } = structure;
      if (models < 2)
        problems.push({ path: `${inputPath}.content`, message: 'the file has 1 model, at least 2 are needed' });
      if (models > MAX_FRAMES)
        problems.push({
          path: `${inputPath}.content`,
          message: `the file has ${models} models, the limit is ${MAX_FRAMES}`,
        });
      const input = inputs.find(({ id }) => id === inputId) as ToolInput & { text: string };
      const unlike = unlikeModel(input, trajectory, settings, structure, (frame) => aminoAcidsOf(frame, settings));
      if (unlike) problems.push({ path: `${inputPath}.content`, message: unlike });
      if ((settings.reference as number) > models)
        problems.push({ path: 'settings.reference', message: `the file has ${models} models` });
    }
  return { problems, units: problems.length > 0 ? 0 : count };
};
