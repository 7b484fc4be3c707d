import { type Operation, rowOf } from '../access.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { cliOf } from './cli.ts';
import { curlOf } from './curl.ts';
import type { Described, Example, Samples } from './example.ts';
import { examples, scenes } from './examples.ts';
import { pythonOf } from './python.ts';
import { typescriptOf } from './typescript.ts';

/** What a sample is of, and how it looks. */
export interface Sample {
  samples: Partial<Samples>;
  /** The operation in the reference, from the root of the service. */
  href: string;
  summary: string;
}

/** A sample of every operation of the document, by its id, and the scenes of the guides, by their name. */
export function samplesOf({ paths }: OpenApiDocument): ReadonlyMap<string, Sample> {
  const known = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        return [operation.operationId, { path, method: method.toUpperCase(), operation }];
      }),
    ),
  );
  const sampleOf = (id: Operation, example: Example): Sample => {
    const request = known.get(id);
    if (!request) throw new Error(`no operation of the document is called ${id}`);
    const { path, method, operation } = request;
    const [tag = ''] = operation.tags as string[];
    const isPublic = rowOf(id).access === 'public';
    return {
      samples: write({ method, template: path.replace('/api/v1', ''), isPublic, ...example }),
      href: `docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`,
      summary: operation.summary as string,
    };
  };
  return new Map([
    ...Object.entries(examples).map(([id, example]) => [id, sampleOf(id as Operation, example)] as const),
    ...Object.entries(scenes).map(([name, { of, ...scene }]) => [name, sampleOf(of, scene)] as const),
  ]);
}

function write(example: Described): Partial<Samples> {
  return {
    ...(example.hasNoRequest ? {} : { curl: curlOf(example) }),
    cli: cliOf(example),
    typescript: typescriptOf(example),
    python: pythonOf(example),
  };
}
