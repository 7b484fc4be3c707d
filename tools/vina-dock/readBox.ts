import type { Problem, Settings, ToolInput } from '../contract.ts';
import { TextProblems } from '../shared/problems.ts';
import { readSlot } from '../shared/readInputs.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import { box as boxSlot, MAX_CENTER, MAX_SIDE, MIN_SIDE } from './tool.ts';

/** The box in which poses are searched, parallel to the axes. In ångström. */
export interface Box {
  center: Vector;
  size: Vector;
}

/** The box, and the part of the request that defines it. */
export interface BoxFound {
  box?: Box;
  path: string;
  problems: Problem[];
}

/** Limit for the text of a box, many times its usual length. */
const MAX_CHARACTERS = 10_000;

const AXES = ['x', 'y', 'z'] as const;

/**
 * Reads the box from the input or from the settings. Without problems, it is undefined only if the input is a saved
 * file that is not read yet.
 */
export function readBox(inputs: ToolInput[], settings: Settings): BoxFound {
  const index = inputs.findIndex(({ slotId }) => slotId === boxSlot.id);
  const centers = AXES.map((axis) => settings[`center_${axis}`] as number | null);
  const set = centers.filter((value) => value !== null).length;
  if (index !== -1 && set > 0)
    return refuse(
      'settings',
      "the center of the box is given twice: by an input in the slot 'box', and by the settings",
    );
  if (index !== -1) return fromInput(inputs, `input.inputs[${index}].content`);
  const missing = AXES.find((axis) => settings[`center_${axis}`] === null);
  if (missing)
    return refuse(
      `settings.center_${missing}`,
      "no box: set center_x, center_y and center_z, or send an input in the slot 'box'",
    );
  const size = AXES.map((axis) => settings[`size_${axis}`] as number);
  const box = { center: centers as unknown as Vector, size: size as unknown as Vector };
  return { box, path: 'settings.center_x', problems: [] };
}

const refuse = (path: string, message: string): BoxFound => ({ path, problems: [{ path, message }] });

function fromInput(inputs: ToolInput[], path: string): BoxFound {
  const { records, problems } = readSlot(inputs, boxSlot, MAX_CHARACTERS, (_, text) => {
    const found = new TextProblems();
    const box = text.length > MAX_CHARACTERS ? undefined : parse(text);
    const problem = box ? outOfBounds(box) : 'no box: send JSON such as {"center": [1, 2, 3], "size": [20, 20, 20]}';
    if (problem) found.add(problem);
    return { records: box ? [box] : [], problems: found };
  });
  return { ...(problems.length === 0 && records[0] && { box: records[0] }), path, problems };
}

function parse(text: string): Box | undefined {
  try {
    const { center, size } = JSON.parse(text) ?? {};
    return isVector(center) && isVector(size) ? { center, size } : undefined;
  } catch {
    return undefined;
  }
}

function isVector(value: unknown): value is Vector {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

function outOfBounds({ center, size }: Box): string | undefined {
  if (center.some((value) => Math.abs(value) > MAX_CENTER))
    return `the center of the box must lie between -${MAX_CENTER} and ${MAX_CENTER} Å`;
  if (size.some((side) => side < MIN_SIDE || side > MAX_SIDE))
    return `the sides of the box must have ${MIN_SIDE} to ${MAX_SIDE} Å, they have ${size.join(', ')}`;
  return undefined;
}

export function isInside({ center, size }: Box, point: Vector): boolean {
  return point.every((value, axis) => Math.abs(value - center[axis]!) <= size[axis]! / 2);
}
