import type { JobDetails, Tool } from '@rotamer/client';
import type { SharedFile } from '@rotamer/pages/publicPages.ts';
import { type SceneFile, scenesOf } from '@rotamer/pages/viewers/scene/scenesOf.ts';
import type { SceneView } from '@rotamer/pages/viewers/scene/sceneTypes.ts';
import { viewedFiles } from '@rotamer/pages/viewers/shownFiles.ts';
import type { PortRows } from '@rotamer/pages/viewers/table/resultTables.ts';
import { inputPath } from './InputsTab.tsx';

interface ViewersProps {
  /** The address of the job. */
  own: string;
  tool: Pick<Tool, 'scenes' | 'output'> | undefined;
  files: SharedFile[];
}

interface ScenesProps extends ViewersProps {
  /** The inputs and the first rows of the job; on shared pages there are none. */
  inputs?: JobDetails['inputs'];
  rows?: PortRows[];
}

/** Structures in 3D, those together that belong together. A script shows them when the reader comes near. */
export function Scenes(props: ScenesProps) {
  const shown = scenesOfJob(props);
  const { tool } = props;
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
        <p class="quiet">The 3D view requires JavaScript. The structures can be downloaded as files.</p>
      </noscript>
    </section>
  ));
}

/** Returns the scenes of a job whose result was read. */
export function scenesOfJob({ own, tool, files, inputs = [], rows = [] }: ScenesProps): SceneView[] {
  const rowsOf = (port: string) => (rows.find(({ portId }) => portId === port)?.items ?? []).map(({ value }) => value);
  const sources = { inputs: inputsOf(own, inputs), rowsOf: rowsOf as (port: string) => Record<string, unknown>[] };
  return scenesOf(tool?.scenes ?? [], toViewers(own, files), sources);
}

/** Leads to the table with the values that colour a scene. */
function SameValues({ port, tool }: { port: string; tool: ViewersProps['tool'] }) {
  const label = tool?.output.ports.find(({ id }) => id === port)?.label ?? port;
  return (
    <p class="quiet">
      The colours are values of the table <a href={`#table-${port}`}>{label}</a>. Residues without a value are grey.
    </p>
  );
}

/** The inputs of a job as viewers take them, under the names by which tools call them. */
const inputsOf = (own: string, inputs: JobDetails['inputs']): SceneFile[] =>
  inputs.map(({ label, name, id, slot_id: port, format, size }, i) => {
    return { name: label?.trim() || name || id, port, format, size, url: `${own}/${inputPath(i)}` };
  });

/** Alignments and trees that the reader moves, zooms and searches. Without scripts the pictures show them. */
export function AlignmentsAndTrees({ own, tool, files }: ViewersProps) {
  const all = toViewers(own, files);
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

const toViewers = (own: string, files: SharedFile[]): SceneFile[] =>
  files.map(({ key, name, output_port_id: port, format, size }) => {
    return { name, port, format, size, url: `${own}/items/${encodeURIComponent(key)}` };
  });
