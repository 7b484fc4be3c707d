import type { JobDetails, JobResultFile, Tool } from '@rotamer/client';
import type { PortRows } from '@rotamer/pages/sharePage/resultTables.ts';
import { type SceneFile, scenesOf } from '@rotamer/pages/viewers/scene/scenesOf.ts';
import type { SceneView } from '@rotamer/pages/viewers/scene/sceneTypes.ts';
import { viewedFiles } from '@rotamer/pages/viewers/shownFiles.ts';
import { pathTo, type Site, useSite } from '../site/site.ts';
import { inputPath } from './InputsTab.tsx';

interface ViewersProps {
  jobId: string;
  tool: Tool | undefined;
  files: JobResultFile[];
}

interface ScenesProps {
  job: JobDetails;
  tool: Tool | undefined;
  files: JobResultFile[];
  rows: PortRows[];
}

/** Structures in 3D, those together that belong together. A script shows them when the reader comes near. */
export function Scenes({ job, tool, files, rows }: ScenesProps) {
  const shown = scenesOfJob(useSite(), { job, tool, files, rows });
  return shown.map((scene) => (
    <section
      key={scene.id}
      aria-labelledby={`scene-${scene.id}`}
      data-viewer="scene"
      data-scene={JSON.stringify(scene)}
    >
      <h2 id={`scene-${scene.id}`}>{scene.label}</h2>
      {scene.values && <SameValues port={scene.values.port} tool={tool} />}
      <noscript>
        <p class="quiet">The 3D view requires JavaScript. The files tab has the structures.</p>
      </noscript>
    </section>
  ));
}

/** Returns the scenes of a job whose result was read, with the addresses of the console. */
export function scenesOfJob(
  site: Pick<Site, 'root' | 'workspace'>,
  { job, tool, files, rows }: ScenesProps,
): SceneView[] {
  const rowsOf = (port: string) => (rows.find(({ portId }) => portId === port)?.items ?? []).map(({ value }) => value);
  const sources = { inputs: inputsOf(site, job), rowsOf: rowsOf as (port: string) => Record<string, unknown>[] };
  return scenesOf(tool?.scenes ?? [], toViewers(site, job.id, files), sources);
}

/** Leads to the table with the values that colour a scene. */
function SameValues({ port, tool }: { port: string; tool: Tool | undefined }) {
  const label = tool?.output.ports.find(({ id }) => id === port)?.label ?? port;
  return (
    <p class="quiet">
      The colours are values of the table <a href={`#table-${port}`}>{label}</a>. Residues without a value are grey.
    </p>
  );
}

/** The inputs of a job as viewers take them, under the names by which tools call them. */
const inputsOf = (site: Pick<Site, 'root' | 'workspace'>, job: JobDetails): SceneFile[] =>
  job.inputs.map(({ label, name, id, slot_id: port, format, size }, i) => {
    return { name: label?.trim() || name || id, port, format, size, url: pathTo(site, inputPath(job.id, i)) };
  });

/** Alignments and trees that the reader moves, zooms and searches. Without scripts the pictures show them. */
export function AlignmentsAndTrees({ jobId, tool, files }: ViewersProps) {
  const site = useSite();
  const all = toViewers(site, jobId, files);
  const ports = tool?.output.ports ?? [];
  return (['msa', 'tree'] as const).flatMap((kind) =>
    viewedFiles(kind, all, ports).map(({ url, name, format, label }) => (
      <section
        key={url}
        aria-label={`${label}, ${name}`}
        data-viewer={kind === 'msa' ? 'alignment' : 'tree'}
        data-url={url}
        data-format={format}
        data-label={label}
      >
        <h2>{label}</h2>
        <p class="quiet">
          <a href={url} download={name}>
            {name}
          </a>{' '}
          as {format}
        </p>
      </section>
    )),
  );
}

const toViewers = (site: Pick<Site, 'root' | 'workspace'>, jobId: string, files: JobResultFile[]): SceneFile[] =>
  files.map(({ key, name, output_port_id: port, format, size }) => {
    return { name, port, format, size, url: pathTo(site, `jobs/${jobId}/items/${key}`) };
  });
