import type { Described, Example } from '../operation/example.ts';
import type { Operation } from '../operation/operation.ts';
import { operations } from '../operations.ts';
import { cliOf } from './cli.ts';
import { curlOf } from './curl.ts';
import { pythonOf } from './python.ts';
import { scenes } from './scenes.ts';
import { typescriptOf } from './typescript.ts';

/** One request in every language that has samples. */
export interface Samples {
  curl: string;
  cli: string;
  typescript: string;
  python: string;
}

/** A sample, with its operation. */
export interface Sample {
  samples: Partial<Samples>;
  /** The link to the operation in the reference, relative to the root of the service. */
  href: string;
  summary: string;
}

/** Returns a sample of every operation, by operation id, and the scenes of the guides, by name. */
export function allSamples(): ReadonlyMap<string, Sample> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const ofScene = ([name, { of, ...scene }]: [string, Example & { of: string }]) => {
    const operation = byId.get(of);
    if (!operation) throw new Error(`no operation is called ${of}`);
    return [name, sampleOf(operation, scene)] as const;
  };
  return new Map([
    ...operations.map((operation) => [operation.id, sampleOf(operation, operation.sample)] as const),
    ...Object.entries(scenes).map(ofScene),
  ]);
}

function sampleOf({ method, path, access, tag, summary }: Operation, example: Example): Sample {
  return {
    samples: write({ method, template: path, isPublic: access === 'public', ...example }),
    href: `docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}/api/v1${path}`,
    summary,
  };
}

function write(example: Described): Partial<Samples> {
  return {
    ...(example.hasNoRequest ? {} : { curl: curlOf(example) }),
    cli: cliOf(example),
    typescript: typescriptOf(example),
    python: pythonOf(example),
  };
}
