import { isTerminal, type JobStatus, type Tool } from '@rotamer/client';
import type { SharedJobPage } from '@rotamer/pages/publicPages.ts';
import { JobState } from '../jobs/JobState.tsx';
import { Prose } from '../site/Prose.tsx';
import { Time } from '../site/Time.tsx';
import { duration } from '../words/numbers.ts';
import { FileTable } from './FileTable.tsx';
import { Pictures } from './Pictures.tsx';
import { ResultTable } from './ResultTable.tsx';
import { AlignmentsAndTrees, Scenes } from './Scenes.tsx';

type SharedJobProps = Omit<SharedJobPage, 'page'> & {
  root: string;
  /** The address of the job; by default that of strangers. */
  own?: string;
};

/** A shared job: its state and its results, with the same tables, pictures and viewers as in its workspace. */
export function SharedJob({ root, job, own = `${root}share/${job.id}`, tool, tables, ...output }: SharedJobProps) {
  const labels = new Map(tool?.output.ports.map(({ id, label }) => [id, label]));
  const isActive = !isTerminal(job.status as JobStatus);
  const contract = tool as Pick<Tool, 'scenes' | 'output'> | undefined;
  return (
    <>
      <h1>{job.name || job.id}</h1>
      <p class="lead">
        {tool ? <a href={`${root}tools/${tool.id}`}>{tool.name}</a> : job.tool} {job.tool_version}{' '}
        {tool && (
          <span class="quiet">
            · <Prose text={tool.description} />
          </span>
        )}
      </p>
      <div data-live={isActive || undefined}>
        <Facts job={job} />
        {job.error && <p class="notice">{job.error}</p>}
        {isActive && (
          <p class="quiet">
            Results appear here when the job has ended. <a href={own}>Reload</a>
          </p>
        )}
      </div>
      {!isActive && output.fileCount === 0 && tables.length === 0 && <p class="quiet">This job produced no results.</p>}
      <Pictures own={own} files={output.pictures} total={output.pictureCount} labels={labels} />
      <Scenes own={own} tool={contract} files={output.files} />
      <AlignmentsAndTrees own={own} tool={contract} files={output.files} />
      {tables.map((table) => (
        <ResultTable key={table.id} table={table} own={own} files={output.files} />
      ))}
      {output.files.length > 0 && (
        <section aria-labelledby="files">
          <h2 id="files">Files</h2>
          {output.fileCount > output.files.length && (
            <p class="quiet">
              The first {output.files.length} of {output.fileCount} files.
            </p>
          )}
          <FileTable own={own} files={output.files} labels={labels} />
        </section>
      )}
    </>
  );
}

function Facts({ job }: Pick<SharedJobPage, 'job'>) {
  return (
    <dl class="facts">
      <div>
        <dt>Status</dt>
        <dd>
          <JobState status={job.status} />
        </dd>
      </div>
      {job.status === 'PROCESSING' && job.progress !== null && (
        <div>
          <dt>Progress</dt>
          <dd>
            <progress max={100} value={job.progress} aria-label="Progress" /> {job.progress} %
          </dd>
        </div>
      )}
      <div>
        <dt>Submitted</dt>
        <dd>
          <Time at={job.created_at} />
        </dd>
      </div>
      {job.completed_at && (
        <div>
          <dt>Ended</dt>
          <dd>
            <Time at={job.completed_at} />
          </dd>
        </div>
      )}
      {job.execution_time_seconds !== null && (
        <div>
          <dt>Run time</dt>
          <dd>{duration(job.execution_time_seconds)}</dd>
        </div>
      )}
    </dl>
  );
}
