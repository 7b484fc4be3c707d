import { ToolError, type ToolRun } from '../contract.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { type LigandRecord, readLigands } from '../shared/ligands/readLigands.ts';
import type { Notes } from '../shared/notes.ts';
import type { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { FromInput } from '../shared/readInputs.ts';
import type { Rejects } from '../shared/rejects.ts';
import { noteChanges, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import { readBareLigands } from './readBareLigands.ts';
import { template as slot } from './tool.ts';
import { readTemplate, type Template, withTemplate } from './withTemplate.ts';

interface Tools {
  job: ToolRun;
  rdkit: Rdkit;
  notes: Notes;
  rejects: Rejects;
}

/**
 * Returns the ligands of the structures as molecules with the bond orders of the template. Ligands that do not match the
 * template are rejected.
 *
 * @throws ToolError when the template cannot be used.
 */
export async function placedLigands({ job, rdkit, notes, rejects }: Tools): Promise<FromInput<LigandRecord>[]> {
  const read = readLigands(job.inputs, slot);
  const [given] = read.records;
  if (!given) return [];
  const template = await usable(rdkit, given);
  notes.read(read);
  const placed: FromInput<LigandRecord>[] = [];
  for (const record of readBareLigands(job.inputs, job.settings).records) {
    noteReading(notes, record);
    noteChanges(notes, record, record.changes);
    noteResidues(notes, record, record.others, 'no part of a ligand');
    const { inputId, inputPath } = record;
    for (const { name, graph } of record.found) {
      const ligand = { name: `${record.name} ${name}`, line: 1, heavyAtoms: graph.elements.length, inputId, inputPath };
      try {
        const text = withTemplate(graph, template);
        const isomer = await otherIsomer(rdkit, { ...ligand, text }, template);
        if (isomer)
          notes.warn(
            inputId,
            ligand.name,
            `its coordinates are those of ${isomer}, the template is ${template.smiles}`,
          );
        placed.push({ ...ligand, format: 'MOL', text });
      } catch (error) {
        if (!(error instanceof LigandError)) throw error;
        rejects.add({ ...ligand, text: '' }, error.message);
      }
    }
  }
  return placed;
}

/** Returns the SMILES of a ligand whose coordinates show another stereoisomer than the template defines. */
async function otherIsomer(
  rdkit: Rdkit,
  record: { text: string; heavyAtoms: number },
  { smiles }: Template,
): Promise<string | undefined> {
  if (!/[@/\\]/.test(smiles)) return undefined;
  const { result } = await rdkit.ask('describe', record, {});
  return result && result.smiles !== smiles ? result.smiles : undefined;
}

async function usable(rdkit: Rdkit, given: FromInput<LigandRecord>): Promise<Template> {
  try {
    return await readTemplate(rdkit, given);
  } catch (error) {
    if (!(error instanceof LigandError)) throw error;
    throw new ToolError(`${given.inputPath}.content: the template cannot be used: ${error.message}`);
  }
}
