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

/** Returns the request as a command of the CLI, which reads it from a here-document. */
function commandOf(request: JobRequest): string {
  return `rotamer submit --yes -f - <<'JSON'\n${JSON.stringify(request, null, 2)}\nJSON`;
}
