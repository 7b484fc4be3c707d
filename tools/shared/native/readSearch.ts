import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { readSequences, residuesOf } from '../readInputs.ts';

/** Reads the sequences of both slots with their problems. Returns also the number of pairs of residues to compare. */
export function readSearch(inputs: ToolInput[], queriesSlot: ToolInputSlot, databaseSlot: ToolInputSlot) {
  const [queries, database] = [readSequences(inputs, queriesSlot), readSequences(inputs, databaseSlot)];
  const problems = [...queries.problems, ...database.problems];
  const total = residuesOf(inputs, databaseSlot, database.records);
  const maxTotal = databaseSlot.capabilities.maxTotal as number;
  if (total > maxTotal)
    problems.push({
      path: 'input.inputs',
      message: `the database has ${total} residues together, the limit is ${maxTotal}`,
    });
  return { queries, database, problems, pairs: residuesOf(inputs, queriesSlot, queries.records) * total };
}
