import type { Candidate } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Column } from '@rotamer/tools/shared/columns/columnsOf.ts';
import { type Cell, cellOf, inOrder, isSmiles, labelOf, MAX_COLUMNS } from '../sharePage/resultTables.ts';
import { viewerFormatOf } from '../sharePage/viewerFormat.ts';

/** Maximum characters of a sequence on the page. */
const MAX_SEQUENCE = 2_000;

/** One candidate as a row of the table. */
export interface CandidateRow {
  id: string;
  label: string;
  format: string;
  /** Where its content can be downloaded, if the page serves it. */
  url?: string;
  sequence?: { text: string; length: number };
  smiles?: Cell;
  /** The viewer's name of its format, if it can be shown in 3D. */
  viewer?: string;
  /** Cells in the order of the columns. */
  cells: Cell[];
}

export interface CandidateTable {
  columns: { label: string; isNumber: boolean }[];
  rows: CandidateRow[];
}

/** How a metric is shown. `sorted` is set for the fields by which the candidates were ranked. */
export type ReviewColumn = Column & { sorted?: 'asc' | 'desc' };

/**
 * Returns a table of all candidates, because a candidate that is not ticked is rejected. `base`: the address of the page. `known`: how
 * metrics are shown, in their order.
 */
export function candidateTable(
  candidates: readonly Candidate[],
  base: string,
  known: readonly ReviewColumn[] = [],
): CandidateTable {
  const metrics = candidates.map(({ item }) => JSON.parse(item!.metricsJson || '{}') as Record<string, unknown>);
  const columnOf = new Map(known.map((column) => [column.name, column]));
  const isRanked = (name: string) => columnOf.get(name)?.sorted !== undefined;
  const names = inOrder([...columnOf.keys()], metrics.flatMap(Object.keys))
    .sort((a, b) => Number(isRanked(b)) - Number(isRanked(a)) || (isRanked(a) ? 0 : moleculesFirst(a, b)))
    .slice(0, MAX_COLUMNS);
  const rows = candidates.map((candidate, i) => ({
    ...shownContent(candidate, base),
    cells: names.map((name) => cellOf(name, metrics[i]![name], columnOf.get(name))),
  }));
  const columns = names.map((name, i) => ({
    label: labelOf(name, columnOf.get(name)),
    isNumber: rows.some(({ cells }) => cells[i]!.isNumber),
  }));
  return { columns, rows };
}

/** Puts drawn molecules beside the candidate, because in a wide table only visible cells are drawn. */
function moleculesFirst(a: string, b: string): number {
  return Number(isSmiles(b)) - Number(isSmiles(a));
}

function shownContent({ id, item }: Candidate, base: string): Omit<CandidateRow, 'cells'> {
  const { kind, format, label, content } = item!;
  const text = content?.$case === 'text' ? content.value : undefined;
  const size = content?.$case === 'artifact' ? content.value.size : (text?.length ?? 0);
  // Saved files of the library cannot be downloaded.
  const url = content === undefined || content.$case === 'fileId' ? undefined : `${base}/candidates/${id}`;
  return {
    id,
    label: label || id,
    format,
    url,
    sequence: text !== undefined && ['protein', 'dna', 'rna'].includes(kind) ? sequenceIn(text) : undefined,
    smiles: text !== undefined && kind === 'smiles' ? cellOf('smiles', text.trim().split(/\s/, 1)[0]) : undefined,
    viewer: url && viewerFormatOf({ format, size }),
  };
}

/** Returns the residues of FASTA or of plain text. */
function sequenceIn(text: string) {
  const lines = text.split('\n').filter((line) => !line.startsWith('>'));
  const residues = lines.join('').replaceAll(/\s/g, '');
  const shown = residues.length > MAX_SEQUENCE ? `${residues.slice(0, MAX_SEQUENCE)}…` : residues;
  return { text: shown, length: residues.length };
}
