import type { PublicWorkflowCuration } from '@rotamer/api/schemas/workflowCuration.ts';
import { viewerFormatOf } from '@rotamer/pages/viewers/scene/viewerFormat.ts';
import { type Cell, cellOf, isSmiles } from '@rotamer/pages/viewers/table/cells.ts';
import { inOrder, labelOf, MAX_COLUMNS } from '@rotamer/pages/viewers/table/resultTables.ts';
import type { Column } from '@rotamer/tools/shared/columns/columnsOf.ts';

/** Maximum characters of a sequence on the page. */
const MAX_SEQUENCE = 2_000;

/** A candidate of the public API. */
export type Candidate = PublicWorkflowCuration['candidates'][number];

/** One candidate as a row of the table. */
export interface CandidateRow {
  id: string;
  label: string;
  format: string;
  /** The job whose result it came from. */
  jobId: string | null;
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
  columns: { name: string; label: string; isNumber: boolean; sorted?: 'asc' | 'desc' }[];
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
  const columnOf = new Map(known.map((column) => [column.name, column]));
  const isRanked = (name: string) => columnOf.get(name)?.sorted !== undefined;
  const names = inOrder(
    [...columnOf.keys()],
    candidates.flatMap(({ metrics }) => Object.keys(metrics)),
  )
    .sort((a, b) => Number(isRanked(b)) - Number(isRanked(a)) || (isRanked(a) ? 0 : moleculesFirst(a, b)))
    .slice(0, MAX_COLUMNS);
  const rows = candidates.map((candidate) => ({
    ...shownContent(candidate, base),
    cells: names.map((name) => cellOf(name, candidate.metrics[name], columnOf.get(name))),
  }));
  const columns = names.map((name, i) => ({
    name,
    label: labelOf(name, columnOf.get(name)),
    sorted: columnOf.get(name)?.sorted,
    isNumber: rows.some(({ cells }) => cells[i]!.isNumber),
  }));
  return { columns, rows };
}

/** Puts drawn molecules beside the candidate, because in a wide table only visible cells are drawn. */
function moleculesFirst(a: string, b: string): number {
  return Number(isSmiles(b)) - Number(isSmiles(a));
}

function shownContent(candidate: Candidate, base: string): Omit<CandidateRow, 'cells'> {
  const { id, kind, format, label, text, file, file_id: fileId } = candidate;
  const size = file?.size ?? text?.length ?? 0;
  // Saved files of the library cannot be downloaded.
  const url = fileId !== null || (text === null && file === null) ? undefined : `${base}/candidates/${id}`;
  return {
    id,
    label: label || id,
    format,
    jobId: candidate.job_id,
    url,
    sequence: text !== null && ['protein', 'dna', 'rna'].includes(kind) ? sequenceIn(text) : undefined,
    smiles: text !== null && kind === 'smiles' ? cellOf('smiles', text.trim().split(/\s/, 1)[0]) : undefined,
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
