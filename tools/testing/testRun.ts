import { Ajv } from 'ajv';
import type { Check, OutputPlace, Run, Settings, ToolContract, ToolDataset, ToolInput, ToolRun } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';

/**
 * A ToolRun in memory that refuses what a runner would refuse: unknown ports, and values that do not match their
 * schema.
 */
export class TestRun implements ToolRun {
  readonly items: { port: string; value: unknown; place: OutputPlace }[] = [];
  readonly files: { port: string; name: string; text: string; place: OutputPlace }[] = [];
  readonly reports: { done: number; total: number }[] = [];
  readonly workdir: string;
  readonly inputs: ToolRun['inputs'];
  readonly settings: Settings;
  readonly dataset?: ToolDataset;
  readonly signal: AbortSignal;
  readonly #contract: ToolContract;
  readonly #onProgress: (done: number) => void;

  constructor(
    contract: ToolContract,
    inputs: ToolRun['inputs'],
    settings: Settings,
    {
      signal = new AbortController().signal,
      onProgress = (_done: number) => {},
      workdir = '.',
      dataset = undefined as ToolDataset | undefined,
    } = {},
  ) {
    this.#contract = contract;
    this.inputs = inputs;
    this.settings = settings;
    if (dataset) this.dataset = dataset;
    this.signal = signal;
    this.workdir = workdir;
    this.#onProgress = onProgress;
  }

  progress(done: number, total: number): void {
    const before = this.reports.at(-1)?.done ?? 0;
    if (done < before || done > total) throw new Error(`progress went from ${before} to ${done} of ${total}`);
    this.reports.push({ done, total });
    this.#onProgress(done);
  }

  item(port: string, value: unknown, place: OutputPlace): void {
    const validate = validatorOf(this.#port(port, 'items').schema!);
    if (!validate(value)) throw new Error(`item of port '${port}': ${ajv.errorsText(validate.errors)}`);
    this.items.push({ port, value, place });
  }

  file(port: string, name: string, content: string | Uint8Array, place: OutputPlace): void {
    this.#port(port, 'file');
    if (!/^[\w.-]+$/.test(name)) throw new Error(`'${name}' is not a plain file name`);
    if (this.files.some((file) => file.port === port && file.name === name)) throw new Error(`'${name}' written twice`);
    this.files.push({ port, name, text: Buffer.from(content as string).toString(), place });
  }

  /** Returns the values of one items port, in the order in which they were written. */
  values<T>(port: string): T[] {
    return this.items.filter((item) => item.port === port).map((item) => item.value as T);
  }

  #port(id: string, type: 'items' | 'file') {
    const port = this.#contract.ports.find((candidate) => candidate.id === id && candidate.type === type);
    if (!port) throw new Error(`${this.#contract.id} has no ${type} port '${id}'`);
    return port;
  }
}

const ajv = new Ajv({ allErrors: true, strict: true });
const validatorOf = (schema: object) => ajv.compile(schema);

/** Checks like the jobs service and runs like the runner. Throws when the request has problems. */
export async function checkAndRun(
  tool: { contract: ToolContract; check: Check; run: Run },
  inputs: (ToolInput & { text: string })[],
  settings: Settings = {},
  options: ConstructorParameters<typeof TestRun>[3] = {},
): Promise<TestRun> {
  const { verdict, settings: completed } = checkRequest(tool.contract, tool.check, inputs, settings, options.dataset);
  if (verdict.problems.length > 0) throw new Error(`refused: ${JSON.stringify(verdict.problems)}`);
  const run = new TestRun(tool.contract, inputs, completed, options);
  await tool.run(run);
  return run;
}
