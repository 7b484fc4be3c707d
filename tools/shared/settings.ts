import type { TProperties } from 'typebox';
import * as Type from 'typebox';

/** The schema of a tool's settings: each has a default, so each may be left out, and there are no others. */
export function settingsOf<Properties extends TProperties>(properties: Properties) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false });
}
