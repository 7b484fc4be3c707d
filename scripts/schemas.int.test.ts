import { readFileSync } from 'node:fs';
import { describeSchema } from '@rotamer/kit/testing/describeSchema.ts';
import { testDatabase } from '@rotamer/kit/testing/testDatabase.ts';
import { describe, expect, it } from 'vitest';
import { schemas } from './schemas.ts';

describe('the generated schema matches the migrations and functions', () => {
  it.for(schemas)('$file', async ({ path, migrate }) => {
    const { url, db } = await testDatabase();
    await migrate(url);
    expect(readFileSync(path, 'utf8'), 'run `npm run generate` and commit what it writes').toBe(
      await describeSchema(db),
    );
  });
});
