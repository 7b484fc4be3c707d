import { type OpenApiDocument, operationsOf } from '@rotamer/api/openapi/document.ts';
import type { Sample, Samples } from '@rotamer/api/samples/samplesOf.ts';
import { guides } from './guides.ts';

/** The reference's names for each kind of sample, in this order. */
export const languages = [
  { kind: 'curl', label: 'curl', lang: 'bash' },
  { kind: 'cli', label: 'Command line', lang: 'bash' },
  { kind: 'typescript', label: 'TypeScript', lang: 'typescript' },
  { kind: 'python', label: 'Python', lang: 'python' },
] as const satisfies { kind: keyof Samples; label: string; lang: string }[];

/** Returns the document for the reference: the published document with samples of every operation. */
export function referenceDocument(document: OpenApiDocument, samples: ReadonlyMap<string, Sample>): OpenApiDocument {
  const { info, servers } = document as { info?: { description?: string }; servers?: { url: string }[] };
  document.info = { ...info, description: `${info?.description}\n\n${introduction(servers?.[0]?.url ?? '')}` };
  for (const operation of operationsOf(document)) {
    const own = samples.get(operation.operationId)?.samples;
    operation['x-codeSamples'] = languages.flatMap(({ kind, label, lang }) => {
      const source = own?.[kind];
      return source ? [{ lang, label, source }] : [];
    });
  }
  return document;
}

/** Introduction in Markdown. */
function introduction(publicUrl: string): string {
  return `The guides tell how it is used: ${guides.map(({ name, title }) => `[${title}](docs/guides/${name})`).join(', ')}.

Every operation has a sample for curl, the command line \`rotamer\`, TypeScript and Python. All of them read the address and the key from the environment:

\`\`\`bash
export ROTAMER_BASE_URL=${publicUrl}
export ROTAMER_API_KEY=rot_live_…
\`\`\`

Words in capitals, such as \`JOB_ID\`, stand for ids of your own.`;
}
