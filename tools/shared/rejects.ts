import { ToolError, type ToolRun } from '../contract.ts';
import type { MoleculeRecord } from './molecules.ts';
import { quoted } from './problems.ts';
import type { FromInput } from './readInputs.ts';

/**
 * The molecules that a run could not use. They become rows of the port `rejected`; with on_error=fail the first one
 * fails the job.
 */
export class Rejects {
  readonly #job: ToolRun;
  #first: string | undefined;

  constructor(job: ToolRun) {
    this.#job = job;
  }

  add({ line, name, inputId, inputPath }: FromInput<MoleculeRecord>, reason: string): void {
    this.#job.item('rejected', { line, name, reason }, { sourceInputIds: [inputId] });
    this.#first ??= `${inputPath}.content: line ${line}: molecule ${quoted(name)}: ${reason}`;
    if (this.#job.settings.on_error === 'fail') throw new ToolError(this.#first);
  }

  /** Fails a run that ends without any result, with the first reason. Does nothing when the run was stopped. */
  explainNothing(): void {
    if (this.#first && !this.#job.signal.aborted)
      throw new ToolError(`no molecule could be used; first error: ${this.#first}`);
  }
}
