import type { DatasetSize, ToolInput, ToolInputSlot } from '../../contract.ts';
import { readSequences, residuesOf } from '../readInputs.ts';

/**
 * Reads the sequences of both slots with their problems. Returns also the number of pairs of residues to compare. With
 * a dataset the slot of the database is empty.
 */
export function readSearch(
  inputs: ToolInput[],
  queriesSlot: ToolInputSlot,
  databaseSlot: ToolInputSlot,
  dataset?: DatasetSize,
) {
  const queries = readSequences(inputs, queriesSlot);
  const asked = residuesOf(inputs, queriesSlot, queries.records);
  const database = readSequences(inputs, databaseSlot);
  const problems = [...queries.problems, ...database.problems];
  if (dataset) return { queries, database, problems, pairs: asked * dataset.residues };
  const total = residuesOf(inputs, databaseSlot, database.records);
  const maxTotal = databaseSlot.capabilities.maxTotal as number;
  if (total > maxTotal)
    problems.push({
      path: 'input.inputs',
      message: `the database has ${total} residues together, the limit is ${maxTotal}`,
    });
  return { queries, database, problems, pairs: asked * total };
}
