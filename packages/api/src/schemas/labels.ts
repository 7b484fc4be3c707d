import { LABEL_KEY, LABEL_VALUE, MAX_LABELS } from '@rotamer/domain/labels.ts';
import { type Static, Type } from 'typebox';

/** Labels of a resource, by key. */
export const labels = Type.Record(Type.String({ pattern: LABEL_KEY }), Type.String({ pattern: LABEL_VALUE }), {
  maxProperties: MAX_LABELS,
  additionalProperties: false,
  description: `At most ${MAX_LABELS} pairs. Keys and values have at most 63 letters, digits, \`-\`, \`_\` and \`.\`, and begin and end with a letter or digit; a key may have a prefix such as \`lims.example.org/\``,
});

export type PublicLabels = Static<typeof labels>;
