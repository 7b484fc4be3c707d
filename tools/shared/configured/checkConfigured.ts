import type { Check, Problem, Settings, ToolContract } from '../../contract.ts';
import { quoted } from '../problems.ts';
import { placeholdersOf } from './placeholders.ts';
import { readConfigured } from './readers.ts';

/**
 * The check of a tool by configuration. It checks the inputs by the kinds of their slots, and that settings are safe as
 * arguments.
 */
export function checkConfigured({ slots, command }: ToolContract): Check {
  const { slots: staging, unitsOf, estimate } = command!;
  const opening = settingsThatOpenAnArgument(command!.arguments);
  return (inputs, settings) => {
    const problems: Problem[] = settingProblems(settings, opening);
    let [units, all] = [0, 0];
    for (const slot of slots) {
      if (!inputs.some(({ slotId }) => slotId === slot.id)) continue;
      const read = readConfigured(inputs, slot, staging[slot.id]!);
      problems.push(...read.problems);
      all += read.count;
      if (!unitsOf || unitsOf.includes(slot.id)) units += read.count;
    }
    if (problems.length > 0) return { problems, units: 0 };
    const { minutes = 1, minutesPerRecord = 0 } = estimate ?? {};
    return { problems, units, estimatedMinutes: minutes + minutesPerRecord * all };
  };
}

/**
 * Returns the names of the settings whose value begins an argument. A value that begins with `-` would be read as an
 * option by the program.
 */
function settingsThatOpenAnArgument(given: NonNullable<ToolContract['command']>['arguments']): Set<string> {
  const texts = given.flatMap((argument) => {
    if (typeof argument === 'string') return [argument];
    return 'value' in argument ? [argument.value] : argument.arguments;
  });
  const opening = texts.flatMap(placeholdersOf).filter(({ before, source }) => source === 'settings' && before === '');
  return new Set(opening.map(({ name }) => name));
}

function settingProblems(settings: Settings, opening: Set<string>): Problem[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each, i) => {
      if (typeof each !== 'string') return [];
      const path = Array.isArray(value) ? `settings.${name}[${i}]` : `settings.${name}`;
      if (/\p{Cc}/u.test(each)) return [{ path, message: 'must not contain control characters' }];
      if (!each.startsWith('-') || !opening.has(name)) return [];
      return [{ path, message: `must not begin with '-', found ${quoted(each)}` }];
    }),
  );
}
