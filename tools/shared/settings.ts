import type { TProperties } from 'typebox';
import * as Type from 'typebox';

/**
 * Returns the schema of a tool's settings. Each setting has a default, so it may be omitted. Other settings are
 * refused.
 */
export function settingsOf<Properties extends TProperties>(properties: Properties) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false });
}
