import { testGateway } from '@rotamer/gateway/testing/testGateway.ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const HEADER = '// Generated from the OpenAPI document of the gateway by `npm run generate`. Do not edit.\n\n';

/** The types of everything that the public API takes and answers, as committed in `src/contract.gen.ts`. */
export async function contractTypes(): Promise<string> {
  const { app, stop } = await testGateway();
  try {
    const document = (await app.inject('/api/v1/openapi.json')).json();
    return HEADER + astToString(await openapiTypescript(schemasOf(document), { alphabetize: true }));
  } finally {
    await stop();
  }
}

/** Paths are left out: the resources of the client stand for them. */
function schemasOf({ components, ...document }: { components: { schemas: object } } & Record<string, unknown>) {
  return { ...document, paths: {}, components: { schemas: components.schemas } } as never;
}
