import { isTerminal, type JobDetails } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { Commands } from './Commands.tsx';
import type { JobContent } from './jobContent.ts';
import { methodsOf } from './methods.ts';

/** How the result came about: a paragraph to copy, the attempts, and the versions. */
export function ProvenanceTab({ job, tool }: JobContent) {
  const site = useSite();
  return (
    <>
      <section aria-labelledby="methods">
        <h2 id="methods">Methods paragraph</h2>
        <ScrollBox label="Methods paragraph, text" class="methods">
          <pre>{methodsOf(job, tool)}</pre>
        </ScrollBox>
      </section>
      {isTerminal(job.status) && (
        <p>
          <a href={pathTo(site, `jobs/${job.id}/ro-crate`)} download="ro-crate-metadata.json">
            Download the provenance as RO-Crate
          </a>
        </p>
      )}
      <section aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        <dl class="facts">
          <div>
            <dt>Tool</dt>
            <dd>{`${job.tool}@${job.tool_version}`}</dd>
          </div>
          {job.dataset && (
            <div>
              <dt>Dataset</dt>
              <dd>{`${job.dataset.id}, release ${job.dataset.release}`}</dd>
            </div>
          )}
          <div>
            <dt>Job</dt>
            <dd>
              <code>{job.id}</code>
            </dd>
          </div>
          {job.attempts.at(-1)?.programs.map(({ name, version }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{version ?? 'version not known'}</dd>
            </div>
          ))}
          {tool && (
            <div>
              <dt>Licence of the program</dt>
              <dd>{tool.license}</dd>
            </div>
          )}
        </dl>
      </section>
      <Commands attempt={job.attempts.at(-1)} />
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        <ol>
          {job.attempts.map((attempt) => (
            <AttemptLine key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      </section>
    </>
  );
}

function AttemptLine({ attempt }: { attempt: JobDetails['attempts'][number] }) {
  const { number, started_at: startedAt, ended_at: endedAt, outcome, error } = attempt;
  return (
    <li value={number}>
      {startedAt ? <Time at={startedAt} /> : 'not started'}
      {endedAt && (
        <>
          {' – '}
          <Time at={endedAt} />
        </>
      )}{' '}
      {outcome ? outcome.toLowerCase().replace('_', ' ') : 'running'} {error && <small>{error}</small>}
    </li>
  );
}
