import type { Kind } from '@rotamer/formats/formats.ts';
import type { TObject, TSchema } from 'typebox';
import type { ToolCommand } from './command.ts';

export type { Kind };

/** The kinds of reference data. */
export type DatasetKind = 'protein-sequences' | 'nucleotide-sequences' | 'hmm-profiles' | 'hhm-profiles';

/**
 * What a release knows of taxa. `taxa`: those of its records. `lineage`: also the taxa above them, such as 40674 for
 * all mammals.
 */
export const taxonomies = ['taxa', 'lineage'] as const;
export type Taxonomy = (typeof taxonomies)[number];

/** How a tool takes reference data. A request names a dataset in the setting, or sends inputs for the slot. */
export interface DatasetUse {
  /** The setting that names a dataset, such as `swissprot` or `swissprot@2026_04`. Empty: none. */
  setting: string;
  /**
   * The slot that takes a database of the user instead. Its `min` is 0: a request has exactly one of both. Without a
   * slot the setting is required.
   */
  slot?: string;
  kinds: DatasetKind[];
}

/** What a check knows about the release of a dataset that a request names. */
export interface DatasetSize {
  kind: DatasetKind;
  records: number;
  /** Residues, bases, or match states of profiles, over all records. */
  residues: number;
  /** What the release knows of the taxa of its records; undefined: nothing. */
  taxonomy?: Taxonomy;
}

/** The release of a dataset that a job pins. */
export interface PinnedDataset extends DatasetSize {
  id: string;
  release: string;
  /** SHA-256 of the file that was imported. */
  sha256: string;
}

/** A release on the machine of a run (`shared/datasets/release.ts` describes the folder). */
export interface ToolDataset extends PinnedDataset {
  /** The read-only folder of the release. */
  dir: string;
  /** The indexes that it has, by the program that built them. */
  indexes: Record<string, { version: string }>;
}

/** The contract of a tool. All of it is public (`GET /tools/{id}`), and every job that uses the tool pins it. */
export interface ToolContract {
  id: string;
  name: string;
  /** One sentence for a list of tools. */
  description: string;
  category: string;
  subcategory?: string;
  /** Words and short phrases by which people search for the tool, such as `phylogenetic tree`. */
  tags: string[];
  /**
   * Semantic version. A change of outputs or of their meaning raises the major version, which jobs and runners match
   * on; a new output raises the minor.
   */
  version: string;
  slots: ToolInputSlot[];
  /** Only for tools that search reference data. */
  dataset?: DatasetUse;
  /** JSON Schema of `settings`, with defaults, `additionalProperties: false`. */
  settings: TObject;
  ports: OutputPort[];
  /** Outputs that belong together in 3D, the most important first. It changes no result, so it may change without another version. */
  scenes?: Scene[];
  limits: ToolLimits;
  credit: CreditModel;
  /** What to cite when results of the tool are published. */
  citation: Citation & { also?: AlsoCited[] };
  /** SPDX expression of the program behind the tool, e.g. `BSD-3-Clause`; for Rotamer's own code `Apache-2.0`. */
  license: string;
  /**
   * Programs that must answer on the PATH of a runner that offers the tool. Empty: the tool needs only npm packages.
   */
  requires: Program[];
  /**
   * With Kubernetes: a process of a runner (the default), or a separate pod, for tools that run long or need many
   * resources.
   */
  executor?: 'process' | 'kubernetes';
  /**
   * The ports whose bytes may differ when the same version runs the same request again, with the reasons. Several
   * threads, an unset seed and a date in a file are reasons. All other ports, and every tool without this field, give
   * the same bytes again.
   */
  varies?: { port: string; why: string }[];
  /**
   * The streams of the tool's programs that a job keeps as its log. Without this field a job has no log. A log can contain
   * parts of the inputs, such as names and sequences, so each tool says whether one is kept. It changes no result, so it
   * may change without another version of the tool.
   */
  log?: ('stdout' | 'stderr')[];
  /** Settings of the example request, if a short example needs other values than the defaults. */
  exampleSettings?: Settings;
  /** The image of the tool's pods, built from the runner's image; by default the runner's image. */
  image?: string;
  /** For a tool by configuration, which has no code: how its program is called, and which outputs it writes. */
  command?: ToolCommand;
}

/** A program that a tool runs. */
export interface Program {
  /** Its name on the PATH. */
  command: string;
  /** Arguments with which the program prints its name and ends at once; few programs know `--version`. */
  probe: string[];
  /**
   * A part of the program's answer to the probe. The exit code is ignored, because some programs print their name and
   * fail.
   */
  answer: string;
  /** Arguments with which it prints its version, where the answer to the probe does not have it. */
  version?: string[];
  /** The Debian package of the program, or one that it needs, if there is one. */
  debian?: string;
  /** Debian packages that the program uses where they are installed. */
  recommends?: string[];
  /** The command of this repository that makes the program, if no package has it. */
  script?: string;
}

/** The paper or program of a method. At least one of `doi` and `url` says where to find it. */
export interface Citation {
  text: string;
  /** Without a resolver, e.g. `10.1093/bioinformatics/btp033`. */
  doi?: string;
  url?: string;
}

/** A further paper. With `when`, it applies only to results that use its method. */
export interface AlsoCited extends Citation {
  /** e.g. `with model: MFP or TEST`. */
  when?: string;
}

/** A named slot for inputs. `min` and `max` limit the items of `input.inputs[]` that name the slot. */
export interface ToolInputSlot {
  id: string;
  label: string;
  description?: string;
  min: number;
  max: number;
  acceptedKinds: Kind[];
  /** Format names accepted by this slot, e.g. FASTA, SMILES, SDF. */
  acceptedFormats: string[];
  defaultKind: Kind;
  capabilities: SlotCapabilities;
}

export interface SlotCapabilities {
  /** Number of records that one slot may have over all its items. */
  records: { min: number; max: number };
  copies: boolean;
  cyclic: boolean;
  modifications: boolean;
  msa: boolean;
  externalSources: ('rcsb' | 'pubchem' | 'uniprot')[];
  /** A faulty sequence is left out and named in `left_out`. Without this field the whole request is refused. */
  oddRecords?: 'left_out';
  [extra: string]: unknown;
}

/** An output: `file` ports carry files, `items` ports carry structured rows that match `schema`. */
export interface OutputPort {
  id: string;
  label: string;
  type: 'file' | 'items';
  kind?: Kind;
  format: string;
  contentType: string;
  /** A job that completes without output on a required port has failed, even if its program exits with 0. */
  required: boolean;
  /** JSON Schema of one item's value; only on `items` ports. */
  schema?: TSchema;
  /** How columns are shown whose name and description do not say it (`shared/columns/columnsOf.ts`), by field. */
  headings?: Record<string, ColumnHeading>;
}

/** How a column is shown. It changes no value, so it may change without another version of the tool. */
export interface ColumnHeading {
  /** Without the unit. */
  title?: string;
  unit?: string;
  /** Decimal places that are shown. */
  digits?: number;
}

/**
 * Files of a result, or inputs, that are shown together in 3D. There is a scene for each file of the first part. The other files belong to it
 * when the first number in their names is the same: `poses-0002.sdf` and `box-0002.json`.
 */
export interface Scene {
  id: string;
  label: string;
  parts: ScenePart[];
  /** Ports with boxes: JSON with `center` and `size` in Å. A box whose name has no number is in every scene. */
  boxes?: string[];
  rows?: SceneRows;
  values?: SceneValues;
  /** Rows with `structure` and a field that is a number where the file has pLDDT in its column of B factors, else null. */
  plddt?: SceneValues;
}

/** One file of a scene. */
export interface ScenePart {
  /** Ports of structure files. The first that has files is used. Empty for a part that is an input. */
  ports: string[];
  /** The slot whose inputs are shown. As the first part, it gives a scene for each input. */
  slot?: string;
  /** `any`: the first file of the port, with any number. For a part that is the same in all scenes, such as a receptor. */
  files?: 'any';
  /** `last_residue`: leaves out the last residue of the file, such as the pose in the file of a complex. */
  omit?: 'last_residue';
  look: SceneLook;
  /** Whether the models of the file are shown one after the other. */
  steps?: boolean;
}

/**
 * `receptor`: a grey cartoon, with sticks of residues within 4 Å of a ligand. `ligand`: sticks. `chains`: a colour for each chain.
 * `b_factor`: coloured by the B factors of the file. `structure`: from the first residue to the last, or atoms of a small molecule.
 */
export type SceneLook = 'receptor' | 'ligand' | 'chains' | 'b_factor' | 'structure';

/** The rows of which each describes a step of a scene. The table and the view follow each other. */
export interface SceneRows {
  port: string;
  /** The field with the number in the names of the files. */
  number?: string;
  /** The field with the number of the model, counted from 1. */
  model?: string;
  /** Fields that the caption of a step shows. */
  caption: string[];
}

/** Values of residues that colour the structure. Rows have `chain`, `number` or `seq`, and may have `structure` and `insertion`. */
export interface SceneValues {
  port: string;
  field: string;
}

/** Limits that the runner enforces on the whole process tree of one attempt. */
export interface ToolLimits {
  wallSeconds: number;
  memoryMiB: number;
  cpuCores: number;
  outputMiB: number;
}

/** Prices in credits of the public API, whole or decimal, never in millicredits. */
export type CreditModel =
  | { mode: 'free' }
  | { mode: 'fixed'; base: number; perUnit: number; unit: string }
  | { mode: 'metered_runtime'; ratePerMinute: number };

/** One element of `input.inputs[]` as a tool receives it: text decoded, aliases resolved, shape already checked. */
export interface ToolInput {
  id: string;
  slotId: string;
  kind: string;
  format: string;
  label?: string;
  /** The text; undefined for a saved file that has not been read yet. */
  text?: string;
  /** Number of records of a saved file that has not been read yet, as counted when it was stored. */
  records?: number;
  /** Number of residues or bases of such a file, over all records. */
  residues?: number;
  copies?: number;
  cyclic?: boolean;
  modifications?: unknown[];
  msa?: unknown;
}

/** A problem of a request. `path` is a path in the public body, e.g. `input.inputs[0].content`. */
export interface Problem {
  path: string;
  message: string;
}

/** The result of `check`: the problems of a request, or how much work it is. */
export interface Verdict {
  problems: Problem[];
  /** Priced units of a tool with a fixed price (the `unit` of its credit model). */
  units: number;
  /** Expected run time of a metered tool, from which the first reservation is made. */
  estimatedMinutes?: number;
}

/** The settings of a request. They are checked and completed with defaults before a tool receives them. */
export type Settings = Record<string, unknown>;

/**
 * `check.ts`: pure, fast (at most 2 s), no I/O. `inputs` keep their positions in `input.inputs[]`. `dataset` is set
 * where the request names one.
 */
export type Check = (inputs: ToolInput[], settings: Settings, dataset?: DatasetSize) => Verdict;

/** The place of an output in the results, and the inputs it was computed from. */
export interface OutputPlace {
  /** Ids of the inputs from which this output was computed. A result names the first 100 of them. */
  sourceInputIds: string[];
  /** 1-based; only for tools that rank their outputs. */
  rank?: number;
}

/**
 * The interface that `run.ts` receives. Outputs are durable as soon as the call returns, so a stopped job keeps its
 * outputs.
 */
export interface ToolRun {
  inputs: (ToolInput & { text: string })[];
  settings: Settings;
  /** The release to search, where the request names a dataset. */
  dataset?: ToolDataset;
  /** An empty folder of this job, which is also the current directory. */
  workdir: string;
  /** Aborted when the job is stopped (budget, time, cancel). Finish the current item, then return. */
  signal: AbortSignal;
  /** Reports real progress only: `done` of `total` items. */
  progress(done: number, total: number): void;
  /** One structured row, of at most 256 KiB as JSON; all rows of a job together take at most 64 MiB. */
  item(port: string, value: unknown, place: OutputPlace): void;
  /** `name` is a plain file name, unique within the port. */
  file(port: string, name: string, content: string | Uint8Array, place: OutputPlace): void;
}

/** `run.ts`: computes the outputs; throws ToolError for failures that the user can act on. */
export type Run = (run: ToolRun) => Promise<void>;

/**
 * A failure whose message the job's owner reads as `error`. Its cause is the input or a limit of the tool, never the
 * infrastructure.
 */
export class ToolError extends Error {
  override name = 'ToolError';
}
