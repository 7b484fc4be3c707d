import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { type SceneFile, scenesOf } from '../viewers/scene/scenesOf.ts';
import type { SceneView } from '../viewers/scene/sceneTypes.ts';
import { type ViewedFile, viewedFiles } from '../viewers/shownFiles.ts';
import { columnsForViewer, type PortRows, type Table, tablesOf } from './resultTables.ts';

type ManifestFile = ResultManifest['files'][number];

/** The output of a job, as far as its page shows it. */
export interface ShownOutput {
  files: ManifestFile[];
  rows: PortRows[];
}

/** The contents of a shared job's page: no workspace, people, credits or inputs. */
export interface JobView {
  /** The relative path from the page to the root of the service. */
  root: string;
  id: string;
  title: string;
  tool: string;
  toolDescription?: string;
  status: string;
  isActive: boolean;
  progress?: number;
  error?: string;
  created: Moment;
  completed?: Moment;
  runtime?: string;
  tables: (Table & { whole?: FileView; viewer?: TableViewer })[];
  files: FileView[];
  /** Number of all files. The page lists only the first ones. */
  fileCount: number;
  /** Structures in 3D, each with the JSON that its viewer reads. */
  scenes: (SceneView & { json: string })[];
  alignments: ViewedFile[];
  trees: ViewedFile[];
  pictures: PictureView[];
  /** Number of all pictures. The page shows only the first ones. */
  pictureCount: number;
}

/** What the script reads that sorts and filters a table. */
interface TableViewer {
  /** The address of all rows. */
  rows: string;
  /** The columns, as JSON. */
  columns: string;
}

/** A time in a machine-readable and in a readable form. */
export interface Moment {
  iso: string;
  text: string;
}

export interface FileView {
  url: string;
  name: string;
  format: string;
  size: string;
}

/** A picture with its address, and a text for visitors who cannot see it. */
export interface PictureView extends FileView {
  src: string;
  alt: string;
}

/** Maximum number of listed files, and of shown pictures. */
const MAX_FILES = 500;
const MAX_PICTURES = 24;

/** Returns the view of a job and its output so far. `root`: the relative path from the page to the root of the service. */
export function jobView(job: Job, output: ShownOutput, contract: ToolContract | undefined, root: string): JobView {
  const own = `${root}share/${job.id}`;
  const files = output.files.slice(0, MAX_FILES);
  const urlOf = ({ id }: ManifestFile) => `${own}/items/${encodeURIComponent(id)}`;
  const view = (file: ManifestFile): FileView => ({
    url: urlOf(file),
    name: file.name,
    format: file.format,
    size: sizeText(file.size),
  });
  const viewed = files.map((file): SceneFile => {
    const { name, output_port_id: port, format, size } = file;
    return { name, port, format, size, url: urlOf(file) };
  });
  const pictures = output.files.filter(isPicture);
  const labelOf = (portId: string) => contract?.ports.find(({ id }) => id === portId)?.label ?? portId;
  return {
    root,
    id: job.id,
    title: job.name || job.id,
    tool: contract?.name ?? job.tool,
    toolDescription: contract?.description,
    status: enumName('JOB_STATUS', job.status),
    isActive: !isTerminal(job.status),
    progress: job.progress,
    error: job.error,
    created: momentOf(job.createdAt!),
    completed: job.completedAt && momentOf(job.completedAt),
    runtime: job.runtimeMs === undefined ? undefined : `${job.runtimeMs / 1000} s`,
    tables: tablesOf(output.rows, contract?.ports ?? [], contract?.scenes).map(({ fileId, ...table }) => {
      const file = output.files.find(({ id }) => id === fileId);
      const rows = `${own}/rows/${encodeURIComponent(table.id)}.jsonl`;
      const isSortable = !table.upright && table.rows.length > 1;
      const viewer = isSortable ? { rows, columns: columnsForViewer(table) } : undefined;
      return { ...table, whole: file && view(file), viewer };
    }),
    files: files.map((file) => view(file)),
    fileCount: output.files.length,
    scenes: scenesOf(contract?.scenes ?? [], viewed).map((scene) => ({ ...scene, json: JSON.stringify(scene) })),
    alignments: viewedFiles('msa', viewed, contract?.ports ?? []),
    trees: viewedFiles('tree', viewed, contract?.ports ?? []),
    pictures: pictures.slice(0, MAX_PICTURES).map((file) => ({
      ...view(file),
      src: `${own}/pictures/${encodeURIComponent(file.id)}`,
      alt: `${labelOf(file.output_port_id)}: ${file.name}`,
    })),
    pictureCount: pictures.length,
  };
}

/** Formats a time as `21 Nov 2026 14:05 UTC`, without Intl, whose data takes 16 MB of memory. */
export function momentOf(time: Date): Moment {
  return { iso: time.toISOString(), text: `${time.toUTCString().slice(5, 22)} UTC` };
}

/** Formats a size in binary units, as file managers do. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const inKiB = bytes / 1024;
  return inKiB < 1024 ? `${inKiB.toFixed(1)} KiB` : `${(inKiB / 1024).toFixed(1)} MiB`;
}

/** Maximum size of a shown picture, in bytes. Larger pictures can only be downloaded. */
const MAX_SHOWN = 2 * 1024 * 1024;

/** Returns whether the page shows this file as a picture. */
export function isPicture({ format, size }: { format: string; size: number }): boolean {
  return format.toUpperCase() === 'SVG' && size <= MAX_SHOWN;
}
