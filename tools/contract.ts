import type { TObject, TSchema } from 'typebox';
import type { ToolCommand } from './command.ts';

/** The vocabulary of what flows between tools (tools/README.md, "Kinds and formats"). */
export type Kind =
  | 'protein'
  | 'dna'
  | 'rna'
  | 'msa'
  | 'hmm'
  | 'tree'
  | 'structure'
  | 'ligand'
  | 'smiles'
  | 'pattern'
  | 'box'
  | 'table';

/** The contract of a tool: all of it is public (`GET /tools/{id}`) and pinned by every job that uses it. */
export interface ToolContract {
  id: string;
  name: string;
  /** One sentence for a list of tools. */
  description: string;
  category: string;
  subcategory?: string;
  tags: string[];
  /** Semantic version; a change of outputs or meaning raises the major, which jobs and runners match on, a new output the minor. */
  version: string;
  slots: ToolInputSlot[];
  /** JSON Schema of `settings`, with defaults, `additionalProperties: false`. */
  settings: TObject;
  ports: OutputPort[];
  limits: ToolLimits;
  credit: CreditModel;
  /** What to cite when results of the tool are published. */
  citation: Citation & { also?: AlsoCited[] };
  /** SPDX expression of the program behind the tool, e.g. `BSD-3-Clause`; for Rotamer's own code `Apache-2.0`. */
  license: string;
  /** Programs that must answer on the PATH of a runner that offers the tool. Empty: npm packages alone. */
  requires: Program[];
  /** Where there is Kubernetes: a process of a runner (by default), or a pod of its own, for what runs long or needs much. */
  executor?: 'process' | 'kubernetes';
  /**
   * The ports whose bytes may differ when the same version runs the same request again, and why. All others, and with that every
   * tool without this field, repeat byte by byte. Several threads, a seed that is not set and a date in a file are reasons.
   */
  varies?: { port: string; why: string }[];
  /** Settings of the example of a request, where a short one needs others than the defaults. */
  exampleSettings?: Settings;
  /** The image of its pods, made from the runner's; by default the runner's own. */
  image?: string;
  /** Of a tool by configuration, which has no code: how its program is called and what it leaves. */
  command?: ToolCommand;
}

/** A program that a tool runs. */
export interface Program {
  /** Its name on the PATH. */
  command: string;
  /** Arguments that make it name itself at once; few programs know `--version`. */
  probe: string[];
  /** What its answer contains. Exit codes of probes mean nothing: some name themselves with an error. */
  answer: string;
  /** The Debian package that has it, or that it needs, where one does. */
  debian?: string;
  /** The command of this repository that makes it, where no package has it. */
  script?: string;
}

/** The paper or program of a method. One of `doi` and `url` at least says where to find it. */
export interface Citation {
  text: string;
  /** Without a resolver, e.g. `10.1093/bioinformatics/btp033`. */
  doi?: string;
  url?: string;
}

/** A further paper: always, or `when` a result rests on it. */
export interface AlsoCited extends Citation {
  /** e.g. `with model: MFP or TEST`. */
  when?: string;
}

/** A named slot for inputs. `min`/`max` count the items of `input.inputs[]` that name the slot. */
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
  /** How many records one slot may carry over all its items. */
  records: { min: number; max: number };
  copies: boolean;
  cyclic: boolean;
  modifications: boolean;
  msa: boolean;
  externalSources: ('rcsb' | 'pubchem' | 'uniprot')[];
  /** A sequence with something wrong in it is left out, and `left_out` names it, instead of being refused with all others. */
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
  /** A completed job without output on a required port is a failed job, whatever the exit code. */
  required: boolean;
  /** JSON Schema of one item's value; only on `items` ports. */
  schema?: TSchema;
}

/** Enforced by the runner on the whole process tree of one attempt. */
export interface ToolLimits {
  wallSeconds: number;
  memoryMiB: number;
  cpuCores: number;
  outputMiB: number;
}

/** Credits are whole or decimal credits of the public API, never millicredits. */
export type CreditModel =
  | { mode: 'free' }
  | { mode: 'fixed'; base: number; perUnit: number; unit: string }
  | { mode: 'metered_runtime'; ratePerMinute: number };

/** One element of `input.inputs[]` as a tool sees it: text decoded, aliases folded, shape already checked. */
export interface ToolInput {
  id: string;
  slotId: string;
  kind: string;
  format: string;
  label?: string;
  /** The text itself; undefined while it is a saved file that has not been read yet. */
  text?: string;
  /** How many records a saved file has, as counted when it was stored; while it has not been read. */
  records?: number;
  /** The same of its residues or bases, all records together. */
  residues?: number;
  copies?: number;
  cyclic?: boolean;
  modifications?: unknown[];
  msa?: unknown;
}

/** Something wrong with a request; `path` is that of the public body, e.g. `input.inputs[0].content`. */
export interface Problem {
  path: string;
  message: string;
}

/** The result of `check`: the problems of a request, or how much work it is. */
export interface Verdict {
  problems: Problem[];
  /** Priced units of a fixed tool (the `unit` of its credit model). */
  units: number;
  /** Metered tools: the expected run time, from which the first reservation is made. */
  estimatedMinutes?: number;
}

/** Settings are checked and completed with their defaults before a tool sees them. */
export type Settings = Record<string, unknown>;

/** `check.ts`: pure, quick (2 s at most), no I/O. `inputs` keep their positions in `input.inputs[]`. */
export type Check = (inputs: ToolInput[], settings: Settings) => Verdict;

/** Where an output belongs and where it came from. */
export interface OutputPlace {
  /** Ids of the inputs that this output was computed from; a result names the first 100 of them. */
  sourceInputIds: string[];
  /** 1-based, only where the tool ranks. */
  rank?: number;
}

/** What `run.ts` is given. Outputs are durable as soon as the call returns: a stopped job keeps what it had. */
export interface ToolRun {
  inputs: (ToolInput & { text: string })[];
  settings: Settings;
  /** An empty folder of the job's own, also the current directory. */
  workdir: string;
  /** Aborted when the job is stopped (budget, time, cancel): finish the item in hand, then return. */
  signal: AbortSignal;
  /** Real numbers only: `done` of `total` items. */
  progress(done: number, total: number): void;
  /** One structured row, of at most 256 KiB as JSON; all rows of a job together take at most 64 MiB. */
  item(port: string, value: unknown, place: OutputPlace): void;
  /** `name` is a plain file name, unique within the port. */
  file(port: string, name: string, content: string | Uint8Array, place: OutputPlace): void;
}

/** `run.ts`: computes the outputs; throws ToolError for failures that the user can act on. */
export type Run = (run: ToolRun) => Promise<void>;

/** A failure that the job's owner reads as `error`: the input or the tool's own limits, never the infrastructure. */
export class ToolError extends Error {
  override name = 'ToolError';
}
