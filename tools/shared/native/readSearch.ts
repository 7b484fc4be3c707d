import type { DatasetSize, ToolInput, ToolInputSlot } from '../../contract.ts';
import { readSequences, residuesOf } from '../readInputs.ts';

/**
 * Reads the sequences of both slots with their problems. Returns also the number of residues of the database, and of
 * pairs of residues to compare. With a dataset the slot of the database is empty.
 */
export function readSearch(
  inputs: ToolInput[],
  queriesSlot: ToolInputSlot,
  databaseSlot: ToolInputSlot,
  dataset?: DatasetSize,
) {
  const queries = readSequences(inputs, queriesSlot);
  const asked = residuesOf(inputs, queriesSlot, queries.records);
  const { database, problems, residues } = readDatabase(inputs, databaseSlot, dataset);
  return { queries, database, problems: [...queries.problems, ...problems], residues, pairs: asked * residues };
}

/** Reads the sequences of a database with their problems. Returns also the number of its residues. */
export function readDatabase(inputs: ToolInput[], slot: ToolInputSlot, dataset?: DatasetSize) {
  const database = readSequences(inputs, slot);
  const problems = [...database.problems];
  if (dataset) return { database, problems, residues: dataset.residues };
  const total = residuesOf(inputs, slot, database.records);
  const maxTotal = slot.capabilities.maxTotal as number;
  if (total > maxTotal)
    problems.push({
      path: 'input.inputs',
      message: `the database has ${total} residues together, the limit is ${maxTotal}`,
    });
  return { database, problems, residues: total };
}
