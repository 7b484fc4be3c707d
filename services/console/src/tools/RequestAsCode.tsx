import type { Fields } from '@rotamer/api/operation/example.ts';
import { curlOf } from '@rotamer/api/samples/curl.ts';
import { pythonOf } from '@rotamer/api/samples/python.ts';
import type { JobRequest } from '@rotamer/client';
import { Code } from '../site/Code.tsx';

/** The request of the form as commands: the same job, from a script. */
export function RequestAsCode({ request }: { request: JobRequest }) {
  const described = {
    method: 'POST',
    template: '/jobs',
    body: request as unknown as Fields,
    keywords: keywordsOf(request),
    call: 'jobs.submit',
    shown: { as: 'job', fields: ['id'] },
  };
  return (
    <section aria-labelledby="code" class="code">
      <h2 id="code">The same job from a script</h2>
      {[
        ['curl', curlOf(described)],
        ['CLI', commandOf(request)],
        ['Python', pythonOf(described)],
      ].map(([name, text]) => (
        <details key={name}>
          <summary>{name}</summary>
          <Code text={text!} />
        </details>
      ))}
    </section>
  );
}

/** Returns the request as keyword arguments of the Python client. */
function keywordsOf({ tool, input, billing, ...rest }: JobRequest): Fields {
  const cap = billing?.max_reserved_credits;
  const keywords = { tool, inputs: input.inputs, ...rest, ...(cap !== undefined && { max_reserved_credits: cap }) };
  return keywords as unknown as Fields;
}

/** Returns the request as a command of the CLI, which reads it from a here-document. */
function commandOf(request: JobRequest): string {
  return `rotamer submit --yes -f - <<'JSON'\n${JSON.stringify(request, null, 2)}\nJSON`;
}
