import { isTerminal } from '@rotamer/client';
import { isPicture } from '@rotamer/pages/viewers/shownFiles.ts';
import { tablesOf } from '@rotamer/pages/viewers/table/resultTables.ts';
import { pathTo, useSite } from '../site/site.ts';
import type { JobContent } from './jobContent.ts';
import { Pictures } from './Pictures.tsx';
import { ResultTable } from './ResultTable.tsx';
import type { ShownResult } from './readResult.ts';
import { AlignmentsAndTrees, Scenes } from './Scenes.tsx';

type Ports = Parameters<typeof tablesOf>[1];

/** Returns the output ports of a tool as tables take them. */
export function portsOf(tool: JobContent['tool']): Ports {
  return (tool?.output.ports ?? []) as unknown as Ports;
}

/** Pictures first, because they answer most questions; then structures, alignments, trees and tables. */
export function ResultsTab({ job, tool, result }: JobContent) {
  if (!isTerminal(job.status)) return <p class="quiet">Results appear here when the job has ended.</p>;
  if (!result || (result.files.length === 0 && result.rows.length === 0))
    return <p class="quiet">This job produced no results.</p>;
  const own = pathTo(useSite(), `jobs/${job.id}`);
  const ports = portsOf(tool);
  const labels = new Map(ports.map(({ id, label }) => [id, label]));
  return (
    <>
      <Pictures own={own} files={result.files.filter(isPicture)} labels={labels} />
      <Scenes own={own} tool={tool} files={result.files} inputs={job.inputs} rows={result.rows} />
      <AlignmentsAndTrees own={own} tool={tool} files={result.files} />
      {tablesOf(result.rows, ports, tool?.scenes).map((table) => (
        <ResultTable key={table.id} table={table} own={own} hasCsv files={result.files} />
      ))}
      <OtherTables own={own} result={result} labels={labels} />
    </>
  );
}

interface OtherTablesProps {
  own: string;
  result: ShownResult;
  labels: Map<string, string>;
}

/** Names the large tables whose rows come after the first part of the result. */
function OtherTables({ own, result, labels }: OtherTablesProps) {
  const shown = new Set(result.rows.map(({ portId }) => portId));
  const others = result.files.filter(({ format, output_port_id: id }) => format === 'JSONL' && !shown.has(id));
  if (!result.hasMore || others.length === 0) return null;
  const names = others.map(({ output_port_id: id }) => labels.get(id) ?? id);
  return (
    <p>
      More tables: {names.join(', ')}. <a href={`${own}/files`}>Download them as files</a>
    </p>
  );
}
