import { formatsOf } from '@rotamer/formats/formats.ts';
import type { Argument } from '../../command.ts';
import type { OutputDescription, SlotDescription, ToolDescription } from './description.ts';
import type { Path, PathProblem } from './fileProblem.ts';
import { groupOf, JOINED } from './kindGroups.ts';
import { PLAIN_SOURCES, placeholdersOf } from './placeholders.ts';
import { schemaProblems, settingsProblems } from './settingsProblems.ts';

const PLAIN_FILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const FILE_PATTERN = /^[A-Za-z0-9*?][A-Za-z0-9*?._-]{0,127}$/;
const SHELLS = ['sh', 'bash', 'dash', 'ksh', 'zsh', 'fish', 'csh', 'tcsh', 'busybox'];

/**
 * Returns the problems that a schema cannot express: names that refer to nothing, and parts that contradict each other.
 */
export function descriptionProblems(tool: ToolDescription): PathProblem[] {
  return [
    ...twice(tool.slots, 'slots'),
    ...twice(tool.outputs, 'outputs'),
    ...tool.slots.flatMap((slot, i) => slotProblems(slot, ['slots', i])),
    ...settingsProblems(tool.settings ?? {}),
    ...creditProblems(tool),
    ...runProblems(tool),
    ...tool.outputs.flatMap((output, i) => outputProblems(output, tool, ['outputs', i])),
    ...exampleProblems(tool),
  ];
}

function twice(items: { id: string }[], list: string): PathProblem[] {
  return items.flatMap(({ id }, i) =>
    items.findIndex((other) => other.id === id) < i
      ? [{ path: [list, i, 'id'], message: `'${id}' is used twice` }]
      : [],
  );
}

function slotProblems({ kinds, formats, min = 1, max = 1, records, stage, ...slot }: SlotDescription, path: Path) {
  const problems: PathProblem[] = [];
  const group = groupOf(kinds);
  if (!group) problems.push({ path: [...path, 'kinds'], message: 'these kinds cannot share a slot' });
  const known = kinds.flatMap((kind) => formatsOf[kind]);
  for (const [i, format] of formats.entries())
    if (!known.includes(format))
      problems.push({
        path: [...path, 'formats', i],
        message: `is not a format of ${kinds.join(', ')}: ${known.join(', ')}`,
      });
  for (const [i, kind] of kinds.entries())
    if (!formats.some((format) => formatsOf[kind].includes(format)))
      problems.push({ path: [...path, 'kinds', i], message: `needs one of the formats ${formatsOf[kind].join(', ')}` });
  if (max < Math.max(1, min)) problems.push({ path: [...path, 'max'], message: 'must not be less than min' });
  if (records && records.max < Math.max(1, records.min))
    problems.push({ path: [...path, 'records', 'max'], message: 'must not be less than records.min' });
  if (stage === 'joined' && !JOINED.includes(group))
    problems.push({ path: [...path, 'stage'], message: 'only sequences and alignments can be joined' });
  if (group === 'msa' && stage !== 'files' && max > 1)
    problems.push({
      path: [...path, 'max'],
      message: "one alignment cannot be joined with another; take 'stage: files'",
    });
  if (slot.structure && group !== 'structure')
    problems.push({ path: [...path, 'structure'], message: 'is for slots of the kind structure' });
  return problems;
}

function creditProblems({ credit, slots }: ToolDescription): PathProblem[] {
  const needed = { free: [], fixed: ['base', 'perUnit', 'unit'], metered_runtime: ['ratePerMinute'] } as const;
  const missing = needed[credit.mode].filter((name) => credit[name] === undefined);
  const unknown = (credit.unitsOf ?? []).flatMap((slot, i) => noSlot(slots, slot, ['credit', 'unitsOf', i]));
  return [
    ...missing.map((name) => ({ path: ['credit', name], message: `is missing (mode ${credit.mode})` })),
    ...unknown,
  ];
}

function noSlot(slots: SlotDescription[], id: string, path: Path): PathProblem[] {
  return slots.some((slot) => slot.id === id) ? [] : [{ path, message: `there is no slot '${id}'` }];
}

function runProblems(tool: ToolDescription): PathProblem[] {
  const { command, each, stdout } = tool.run;
  const path = ['run', 'command'];
  const [program, ...rest] = command;
  const problems = rest.flatMap((argument, i) => argumentProblems(argument, tool, [...path, i + 1]));
  if (typeof program !== 'string' || !tool.needs.some((need) => need.command === program))
    problems.push({ path: [...path, 0], message: `must be one of the programs in needs` });
  else if (SHELLS.includes(program.split('/').at(-1)!) && rest.some((argument) => /^-[a-z]*c/.test(String(argument))))
    problems.push({
      path: [...path, 0],
      message: 'a shell with -c is not allowed: write the program and its arguments',
    });
  if (stdout !== undefined && !PLAIN_FILE.test(stdout)) problems.push(plainFile(['run', 'stdout']));
  if (each !== undefined) {
    problems.push(...noSlot(tool.slots, each, ['run', 'each']));
    const slot = tool.slots.find(({ id }) => id === each);
    if (slot && stagingOf(slot) === 'joined')
      problems.push({ path: ['run', 'each'], message: `the slot '${each}' needs 'stage: files'` });
  }
  return problems;
}

/** How a slot is staged. By default sequences and alignments are joined into one file. */
export const stagingOf = ({ stage, kinds }: SlotDescription): 'joined' | 'files' =>
  stage ?? (JOINED.includes(groupOf(kinds)) ? 'joined' : 'files');

function argumentProblems(argument: Omit<Argument, 'is'> | string, tool: ToolDescription, path: Path): PathProblem[] {
  if (typeof argument === 'string') return textProblems(argument, tool, path);
  if ('value' in argument) {
    const { flag, value } = argument as { flag: string; value: string };
    const inFlag = placeholdersOf(flag).map(() => ({ path: [...path, 'flag'], message: 'is fixed text' }));
    return [...inFlag, ...textProblems(value, tool, [...path, 'value'])];
  }
  const { when, arguments: given } = argument as { when: string; arguments: string[] };
  const known = tool.settings?.[when] ? [] : [{ path: [...path, 'when'], message: `there is no setting '${when}'` }];
  return [...known, ...given.flatMap((each, i) => textProblems(each, tool, [...path, 'arguments', i]))];
}

function textProblems(text: string, { slots, settings = {} }: ToolDescription, path: Path): PathProblem[] {
  const found = placeholdersOf(text);
  if (found.length > 1) return [{ path, message: 'has more than one placeholder' }];
  return found.flatMap(({ source, name }) => {
    if (PLAIN_SOURCES.includes(source) && name === '') return [];
    if (source === 'inputs') return noSlot(slots, name, path);
    if (source !== 'settings') return [{ path, message: `{${source}} is not a placeholder` }];
    const setting = settings[name];
    if (!setting) return [{ path, message: `there is no setting '${name}'` }];
    const type = setting.type === 'array' ? setting.items?.type : setting.type;
    if (type !== 'boolean') return [];
    return [{ path, message: `'${name}' is true or false; write {when: ${name}, arguments: […]}` }];
  });
}

function outputProblems(output: OutputDescription, { run }: ToolDescription, path: Path): PathProblem[] {
  const { files, rows, schema, format, contentType } = output;
  if ((files === undefined) === (rows === undefined)) return [{ path, message: 'needs either files or rows' }];
  if (files !== undefined) {
    const problems = schema ? [{ path: [...path, 'schema'], message: 'is for rows' }] : [];
    if (!FILE_PATTERN.test(files))
      problems.push({ path: [...path, 'files'], message: 'must be a name such as tree.nwk or *.pdb, without folders' });
    if (format === undefined && contentType === undefined)
      problems.push({ path: [...path, 'format'], message: 'is missing' });
    return problems;
  }
  const properties = Object.keys(schema?.properties ?? {});
  const unknown = (property: string | undefined, where: Path) =>
    property === undefined || properties.includes(property)
      ? []
      : [{ path: [...path, 'rows', ...where], message: `the schema has no property '${property}'` }];
  const missing = { path: [...path, 'schema'], message: 'is missing' };
  const { file, input, rankBy, from = {} } = rows!;
  return [
    ...(schema ? schemaProblems({ additionalProperties: false, ...schema }, [...path, 'schema']) : [missing]),
    ...(PLAIN_FILE.test(file) ? [] : [plainFile([...path, 'rows', 'file'])]),
    ...unknown(input, ['input']),
    ...(input && !run.each ? [{ path: [...path, 'rows', 'input'], message: 'needs run.each' }] : []),
    ...unknown(rankBy?.property, ['rankBy', 'property']),
    ...Object.keys(from).flatMap((property) => unknown(property, ['from', property])),
  ];
}

function exampleProblems({ example, slots }: ToolDescription): PathProblem[] {
  return (example?.inputs ?? []).flatMap(({ slot, file, content }, i) => {
    const path = ['example', 'inputs', i];
    const problems = noSlot(slots, slot, [...path, 'slot']);
    if ((file === undefined) === (content === undefined))
      problems.push({ path, message: 'needs either file or content' });
    if (file !== undefined && (file.startsWith('/') || file.split('/').includes('..')))
      problems.push({ path: [...path, 'file'], message: 'must be a file in the folder of the tool' });
    return problems;
  });
}

const plainFile = (path: Path): PathProblem => ({ path, message: 'must be a plain file name such as scores.tsv' });
