import type { Argument } from '../../command.ts';
import type { Settings } from '../../contract.ts';
import { placeholdersOf } from './placeholders.ts';

/** What the placeholders of a command stand for. */
export interface CommandValues {
  /** The files of each slot, relative to the current directory. */
  inputs: Record<string, string[]>;
  settings: Settings;
  threads: number;
  memoryMiB: number;
  outputs: string;
}

/** The arguments of a program. A value is always a whole argument, or follows fixed text within one. */
export function argumentsOf(template: readonly Argument[], values: CommandValues): string[] {
  return template.flatMap((argument) => {
    if (typeof argument === 'string') return fill(argument, values);
    if ('value' in argument) return fill(argument.value, values).flatMap((value) => [argument.flag, value]);
    if (values.settings[argument.when] !== argument.is) return [];
    return argument.arguments.flatMap((text) => fill(text, values));
  });
}

function fill(text: string, values: CommandValues): string[] {
  const [placeholder] = placeholdersOf(text);
  if (!placeholder) return [text];
  const { before, after } = placeholder;
  return valuesOf(placeholder, values).map((value) => `${before}${value}${after}`);
}

function valuesOf({ source, name }: { source: string; name: string }, values: CommandValues): string[] {
  switch (source) {
    case 'inputs':
      return values.inputs[name] ?? [];
    case 'settings':
      return [values.settings[name]].flat().map(String);
    default:
      return [String(values[source as 'threads' | 'memoryMiB' | 'outputs'])];
  }
}
