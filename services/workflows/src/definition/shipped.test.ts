import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools as builtIn } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it } from 'vitest';
import type { OfferedTool } from './catalogue.ts';
import { validateDefinition } from './validation/validateDefinition.ts';

const folder = join(import.meta.dirname, '../../../../tools/workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const tools = new Map(
  builtIn.map(({ contract }): [string, OfferedTool] => [contract.id, { contract, available: true }]),
);

describe('a workflow that comes with Rotamer', () => {
  it.each(files)('%s is named after its file, and has no findings', (file) => {
    const { name, definition, settings } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    expect(`${name}.json`).toBe(file);
    expect(validateDefinition(definition, settings, tools)).toEqual({
      graphErrors: [],
      warnings: [],
      readinessIssues: [],
      limitViolations: [],
    });
  });
});
