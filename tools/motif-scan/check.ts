import type { Check, Problem, ToolInput } from '../contract.ts';
import { patternProblem } from '../shared/patterns.ts';
import { readPatterns, readSequences } from '../shared/readInputs.ts';
import { type Pattern, parsePattern, worstSteps } from './pattern.ts';
import { patterns as patternSlot, sequences } from './tool.ts';

/** A minute at 100 million steps per second on a busy core. Patterns without variable parts need a fraction of it. */
export const MAX_STEPS = 6_000_000_000;

export const check: Check = (inputs) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  const patterns = readCompiledPatterns(inputs);
  const all = [...problems, ...patterns.problems];
  const residues = records.reduce((sum, { sequence }) => sum + sequence.length, 0);
  const strands = inputs.some(({ kind }) => kind === 'dna') ? 2 : 1;
  const longest = records.reduce((most, { sequence }) => Math.max(most, sequence.length), 0);
  const perResidue = patterns.compiled.reduce((sum, { pattern }) => sum + worstSteps(pattern, longest), 0);
  const steps = strands * residues * perResidue;
  if (all.length === 0 && steps > MAX_STEPS)
    all.push({
      path: 'input.inputs',
      message:
        `these patterns may take ${steps} steps on ${residues} residues, the limit is ${MAX_STEPS}; use fewer ` +
        'sequences, or patterns with less freedom in their repeats',
    });
  return { problems: all, units: all.length > 0 ? 0 : count };
};

/** Returns the valid patterns, the problems of the others, and what the reader noticed. */
export function readCompiledPatterns(inputs: ToolInput[]) {
  const { records, problems, warnings, leftOut } = readPatterns(inputs, patternSlot);
  const compiled: { name: string; pattern: Pattern; inputId: string }[] = [];
  const wrong: Problem[] = [];
  for (const record of records) {
    const pattern = parsePattern(record.text);
    if (typeof pattern === 'string')
      wrong.push({ path: `${record.inputPath}.content`, message: patternProblem(record, pattern) });
    else compiled.push({ name: record.name, pattern, inputId: record.inputId });
  }
  return { compiled, problems: [...problems, ...wrong], warnings, leftOut };
}
