import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findTool, tools } from '@rotamer/tools/catalogue.ts';
import type { Check, Settings, ToolContract, ToolInput } from '@rotamer/tools/contract.ts';
import { checkConfigured } from '@rotamer/tools/shared/configured/checkConfigured.ts';
import type { ToolDescription } from '@rotamer/tools/shared/configured/description.ts';
import { problemLine, readToolFile, TOOL_FILE } from '@rotamer/tools/shared/configured/readToolFolders.ts';
import { exampleRequest } from '@rotamer/tools/shared/example/exampleRequest.ts';

export type ExampleInput = ToolInput & { text: string };

/** A tool under test, with a request that it should carry out. */
export interface Subject {
  contract: ToolContract;
  check: Check;
  /** Undefined: the tool has no example, and none can be made from the samples of its kinds. */
  example: { inputs: ExampleInput[]; settings: Settings } | undefined;
}

/**
 * Finds a tool by a folder with a tool.yaml, by that file, or by the id of a built-in tool. Returns the tool, or all problems of its file.
 */
export function findSubject(name: string): Subject | { problems: string[] } {
  const builtIn = findTool(name);
  if (builtIn && !existsSync(name)) return { ...builtIn, example: sampleOf(builtIn.contract) };
  const file = statSync(name, { throwIfNoEntry: false })?.isDirectory() ? join(name, TOOL_FILE) : name;
  if (!existsSync(file)) return { problems: [`${file}: there is no such file, and no built-in tool of that name`] };
  const read = readToolFile(resolve(file));
  if ('problems' in read) return { problems: read.problems.map((problem) => problemLine(file, problem)) };
  const { contract, description } = read;
  if (tools.some((tool) => tool.contract.id === contract.id))
    return { problems: [`${file}:1: id '${contract.id}' is that of a built-in tool`] };
  const missing = missingFiles(description, dirname(file));
  if (missing.length > 0) return { problems: missing.map((path) => `${file}: the example's file ${path} is missing`) };
  return {
    contract,
    check: checkConfigured(contract),
    example: exampleOf(contract, description, dirname(file)),
  };
}

function missingFiles({ example }: ToolDescription, folder: string): string[] {
  const files = (example?.inputs ?? []).flatMap(({ file }) => (file === undefined ? [] : [file]));
  return files.filter((file) => !existsSync(join(folder, file)));
}

function exampleOf(contract: ToolContract, { example }: ToolDescription, folder: string): Subject['example'] {
  if (!example) return sampleOf(contract);
  const inputs = example.inputs.map(({ slot: slotId, kind, format, label, file, content }, i) => {
    const slot = contract.slots.find(({ id }) => id === slotId)!;
    return {
      ...{ id: `in${i + 1}`, slotId, kind: kind ?? slot.defaultKind, format: format ?? slot.acceptedFormats[0]! },
      ...(label && { label }),
      text: content ?? readFileSync(join(folder, file!), 'utf8'),
    };
  });
  return { inputs, settings: example.settings ?? {} };
}

function sampleOf(contract: ToolContract): Subject['example'] {
  const example = exampleRequest(contract);
  const inputs = example?.input.inputs.map(({ content, source: _, ...input }) => ({ ...input, text: content }));
  return inputs && { inputs, settings: example?.settings ?? {} };
}
