import { structureInput } from '../structure/testStructures.ts';

/** A file of testdata/cases/structure, whose names begin with the case. */
export const caseInput = (slotId: string, file: string) => structureInput(slotId, `../cases/structure/${file}`, slotId);
