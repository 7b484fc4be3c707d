import type { JobResultFile, Tool } from '@rotamer/client';
import { type SceneFile, scenesOf } from '@rotamer/pages/viewers/scene/scenesOf.ts';
import { viewedFiles } from '@rotamer/pages/viewers/shownFiles.ts';
import { pathTo, type Site, useSite } from '../site/site.ts';

interface ScenesProps {
  jobId: string;
  tool: Tool | undefined;
  files: JobResultFile[];
}

/** Structures in 3D, those together that belong together. A script shows them when the reader comes near. */
export function Scenes({ jobId, tool, files }: ScenesProps) {
  const site = useSite();
  const shown = scenesOf(tool?.scenes ?? [], toViewers(site, jobId, files));
  return shown.map((scene) => (
    <section
      key={scene.id}
      aria-labelledby={`scene-${scene.id}`}
      data-viewer="scene"
      data-scene={JSON.stringify(scene)}
    >
      <h2 id={`scene-${scene.id}`}>{scene.label}</h2>
      <noscript>
        <p class="quiet">The 3D view requires JavaScript. The files tab has the structures.</p>
      </noscript>
    </section>
  ));
}

/** Alignments and trees that the reader moves, zooms and searches. Without scripts the pictures show them. */
export function AlignmentsAndTrees({ jobId, tool, files }: ScenesProps) {
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

const toViewers = (site: Site, jobId: string, files: JobResultFile[]): SceneFile[] =>
  files.map(({ key, name, output_port_id: port, format, size }) => {
    return { name, port, format, size, url: pathTo(site, `jobs/${jobId}/items/${key}`) };
  });
