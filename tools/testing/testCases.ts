import { structureInput } from './testStructures.ts';

/** Returns an input with a file of testdata/cases/structure. File names begin with the id of their case. */
export const caseInput = (slotId: string, file: string) => structureInput(slotId, `../cases/structure/${file}`, slotId);
