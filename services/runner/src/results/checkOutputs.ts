import type { OutputPort, ToolContract } from '@rotamer/tools/contract.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import { type OutputLine, PLAIN_NAME } from '../child/jobFile.ts';

export type ItemLine = Extract<OutputLine, { type: 'item' }>;
export type FileLine = Extract<OutputLine, { type: 'file' }>;

/** Returns the problem of an output, or undefined. The file of a file output is checked elsewhere. */
export type CheckOutput = (line: ItemLine | FileLine) => string | undefined;

const ajv = new Ajv({ strict: true });
const compiled = new WeakMap<ToolContract, Map<string, ValidateFunction | undefined>>();

/** Compiled once for each contract, because compiling takes longer than the rest of a runner's work for a small job. */
function validatorsOf(contract: ToolContract) {
  const known = compiled.get(contract);
  if (known) return known;
  const validators = new Map(contract.ports.map(({ id, schema }) => [id, schema && ajv.compile(schema)]));
  compiled.set(contract, validators);
  return validators;
}

/** Returns a check of outputs against a contract, one after the other. */
export function createOutputCheck(contract: ToolContract, inputIds: string[]): CheckOutput {
  const validators = validatorsOf(contract);
  const known = new Set(inputIds);
  const names = new Set<string>();

  return (line) => {
    const wanted = line.type === 'item' ? 'items' : 'file';
    if (!contract.ports.some((port) => port.id === line.port && port.type === wanted)) return 'has no such output port';
    if (!line.place.sourceInputIds.every((id) => known.has(id))) return 'names an input that the job does not have';
    if (line.type === 'file') {
      const path = `${line.port}/${line.name}`;
      if (!PLAIN_NAME.test(line.name)) return 'has a file name that is not allowed';
      return names.has(path) ? 'names a file twice' : void names.add(path);
    }
    const validate = validators.get(line.port);
    return !validate || validate(line.value)
      ? undefined
      : `does not match its schema: ${ajv.errorsText(validate.errors)}`;
  };
}

/** Returns the required ports without output. A tool that ends without them has failed, with any exit code. */
export function missingOutputs(ports: OutputPort[], present: Set<string>): string[] {
  return ports
    .filter((port) => port.required && !present.has(port.id))
    .map((port) => `The tool ended without output on its port '${port.id}'.`);
}
