import { UsageError } from '../exitCodes.ts';

/** Reads `--set KEY=VALUE`. A value is JSON where that matches the tool's schema (numbers, true, lists), else plain text. */
export function parseSettings(options: readonly string[], schema: unknown): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { type?: string }> };
  return Object.fromEntries(
    options.map((option) => {
      const [, name, text] = /^([^=]+)=(.*)$/s.exec(option) ?? [];
      if (name === undefined || text === undefined) throw new UsageError(`--set must be NAME=VALUE, not '${option}'.`);
      if (!Object.hasOwn(properties, name)) {
        throw new UsageError(
          `The tool has no setting ${name}. It has: ${Object.keys(properties).join(', ') || 'none'}.`,
        );
      }
      return [name, properties[name]!.type === 'string' ? text : jsonOrText(text)];
    }),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
