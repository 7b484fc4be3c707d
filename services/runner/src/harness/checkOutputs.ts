import type { OutputPort, ToolContract } from '@rotamer/tools/contract.ts';
import { Ajv } from 'ajv';
import { type OutputLine, PLAIN_NAME } from '../child/jobFile.ts';

export type ItemLine = Extract<OutputLine, { type: 'item' }>;
export type FileLine = Extract<OutputLine, { type: 'file' }>;

/** Outputs that keep the contract, and a sentence for each that does not. */
export interface CheckedOutputs {
  items: ItemLine[];
  files: FileLine[];
  /** What the tool said about its own failure. */
  toolError: string | undefined;
  problems: string[];
}

/** Longest error text of a tool that is passed on. */
const MAX_ERROR_LENGTH = 2000;

/** Holds the outputs of a tool against its contract; their files are looked at elsewhere. */
export function checkOutputs(lines: OutputLine[], contract: ToolContract, inputIds: string[]): CheckedOutputs {
  const ajv = new Ajv({ strict: true });
  const validators = new Map(contract.ports.map((port) => [port.id, port.schema && ajv.compile(port.schema)]));
  const checked: CheckedOutputs = { items: [], files: [], toolError: undefined, problems: [] };
  const names = new Set<string>();

  function problemOf(line: ItemLine | FileLine): string | undefined {
    const wanted = line.type === 'item' ? 'items' : 'file';
    if (!contract.ports.some((port) => port.id === line.port && port.type === wanted)) return 'has no such output port';
    const stranger = line.place.sourceInputIds.find((id) => !inputIds.includes(id));
    if (stranger !== undefined) return 'names an input that the job does not have';
    if (line.type === 'file') {
      const path = `${line.port}/${line.name}`;
      if (!PLAIN_NAME.test(line.name)) return 'has a file name that is not allowed';
      return names.has(path) ? 'names a file twice' : void names.add(path);
    }
    const validate = validators.get(line.port);
    return !validate || validate(line.value)
      ? undefined
      : `does not match its schema: ${ajv.errorsText(validate.errors)}`;
  }

  for (const [i, line] of lines.entries()) {
    if (line.type === 'error') {
      checked.toolError ??= line.message.slice(0, MAX_ERROR_LENGTH);
      continue;
    }
    const problem = problemOf(line);
    if (problem) checked.problems.push(`Output ${i + 1} of the tool (port '${line.port.slice(0, 64)}') ${problem}.`);
    else if (line.type === 'item') checked.items.push(line);
    else checked.files.push(line);
  }
  return checked;
}

/** Required ports without output: a tool that ends well without them has failed. */
export function missingOutputs(ports: OutputPort[], present: Set<string>): string[] {
  return ports
    .filter((port) => port.required && !present.has(port.id))
    .map((port) => `The tool ended without output on its port '${port.id}'.`);
}
