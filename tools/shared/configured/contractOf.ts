import { contentTypes } from '@rotamer/formats/formats.ts';
import type { TObject, TSchema } from 'typebox';
import type { PortSource, Staging, ToolCommand } from '../../command.ts';
import type { CreditModel, Kind, OutputPort, SlotCapabilities, ToolContract, ToolInputSlot } from '../../contract.ts';
import { plainCapabilities } from '../slots.ts';
import { MAX_RESIDUES } from '../structure/slot.ts';
import type { OutputDescription, SlotDescription, ToolDescription } from './description.ts';
import { stagingOf } from './descriptionProblems.ts';
import { groupOf } from './kindGroups.ts';

/** Returns the contract of a tool from its description, which must be sound. */
export function contractOf(tool: ToolDescription): ToolContract {
  const { id, name, description, category, subcategory, tags, version, citation, license, limits, image } = tool;
  return {
    ...{ id, name, description, category, ...(subcategory && { subcategory }), tags, version },
    slots: tool.slots.map(slotOf),
    settings: {
      type: 'object',
      properties: tool.settings ?? {},
      additionalProperties: false,
    } as unknown as TObject,
    ports: tool.outputs.map(portOf),
    limits,
    credit: creditOf(tool),
    citation,
    license,
    requires: tool.needs,
    ...(!tool.deterministic && {
      varies: tool.outputs.map(({ id: port }) => ({ port, why: 'its description does not promise more' })),
    }),
    ...(image && ({ executor: 'kubernetes', image } as const)),
    ...(tool.run.log && { log: tool.run.log }),
    command: commandOf(tool),
  };
}

function slotOf(slot: SlotDescription): ToolInputSlot {
  const { id, label, description, min = 1, max = Math.max(1, min), kinds, formats } = slot;
  return {
    ...{ id, label, ...(description && { description }), min, max },
    acceptedKinds: kinds,
    acceptedFormats: formats,
    defaultKind: kinds[0]!,
    capabilities: capabilitiesOf(slot, max),
  };
}

type Sources = SlotCapabilities['externalSources'];

/** Limits of the slots of built-in tools, the defaults of a description. */
const usual: Partial<Record<Kind, { records?: number; sources?: Sources; maxResidues?: number; maxColumns?: number }>> =
  {
    protein: { records: 5000, sources: ['uniprot'], maxResidues: 35_000 },
    msa: { records: 2000, maxColumns: 20_000 },
    structure: { sources: ['rcsb'], maxResidues: MAX_RESIDUES },
    smiles: { records: 1000, sources: ['pubchem'] },
    pattern: { records: 100 },
  };

function capabilitiesOf({ kinds, records, min = 1, ...slot }: SlotDescription, max: number): SlotCapabilities {
  const known = usual[groupOf(kinds)!] ?? {};
  const { maxResidues = known.maxResidues, maxColumns = known.maxColumns } = slot;
  return plainCapabilities(records ?? { min: Math.min(1, min), max: known.records ?? max }, {
    ...(maxResidues && { maxResidues }),
    ...(maxColumns && { maxColumns }),
    externalSources: kinds.includes('dna') || kinds.includes('rna') ? [] : (known.sources ?? []),
  });
}

function portOf({
  id,
  label,
  kind,
  format = 'JSON',
  contentType,
  required = true,
  rows,
  schema,
  headings,
}: OutputDescription) {
  const type = rows ? 'items' : 'file';
  const known = contentTypes[format as keyof typeof contentTypes] ?? 'text/plain';
  const shown = rows ? { kind: 'table' as const, format: 'JSON', contentType: contentTypes.JSON } : undefined;
  return {
    ...{ id, label, type, ...(kind && { kind }), format, contentType: contentType ?? known, required, ...shown },
    ...(rows && headings && { headings }),
    ...(rows && { schema: { additionalProperties: false, ...schema } as unknown as TSchema }),
  } satisfies OutputPort;
}

function creditOf({
  credit: { mode, base = 0, perUnit = 0, unit = '', ratePerMinute = 0 },
}: ToolDescription): CreditModel {
  if (mode === 'free') return { mode };
  return mode === 'fixed' ? { mode, base, perUnit, unit } : { mode, ratePerMinute };
}

function commandOf({ run, slots, outputs, credit }: ToolDescription): ToolCommand {
  const [program, ...rest] = run.command;
  const { each, stdout, progress, exitCodes = [0] } = run;
  return {
    program: program as string,
    arguments: rest.map((argument) =>
      typeof argument === 'object' && 'when' in argument ? { is: true, ...argument } : argument,
    ),
    ...(each && { each }),
    ...(stdout && { stdout }),
    exitCodes,
    ...(progress && { progress: progress as ToolCommand['progress'] & object }),
    slots: Object.fromEntries(slots.map((slot) => [slot.id, stagingFor(slot)])),
    outputs: Object.fromEntries(outputs.map((output) => [output.id, sourceOf(output)])),
    ...(credit.unitsOf && { unitsOf: credit.unitsOf }),
    ...(credit.estimate && { estimate: credit.estimate }),
  };
}

const stagingFor = (slot: SlotDescription): Staging => ({
  as: stagingOf(slot),
  structure: (slot.structure ?? 'polymer') as Staging['structure'],
});

function sourceOf({ files, rows, restoreIds = true }: OutputDescription): PortSource {
  if (!rows) return { files: files!, restoreIds };
  const { file, format, columns, from = {}, comment, input, rankBy } = rows;
  return {
    rows: {
      ...{ file, format: format as 'TSV', from },
      ...(columns && { columns }),
      ...(comment && { comment }),
      ...(input && { input }),
      ...(rankBy && { rankBy: rankBy as { property: string; order: 'ascending' | 'descending' } }),
    },
  };
}
