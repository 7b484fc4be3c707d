import type { JobDetails } from '@rotamer/client';
import { cellOf } from '@rotamer/pages/viewers/table/cells.ts';
import type { ComponentChildren } from 'preact';
import { JobState } from '../jobs/JobState.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { inWords } from '../words/inWords.ts';
import { bytes, count, credits, duration } from '../words/numbers.ts';
import { personName } from '../words/personName.ts';
import { type ComparedPort, isEqual } from './compareRows.ts';
import { type KnownPort, PortDifferences } from './PortDifferences.tsx';
import { Section } from './Section.tsx';

interface ComparePageProps {
  jobs: JobDetails[];
  ports: ComparedPort[];
  /** What the contracts of the tools say of the ports. */
  known: KnownPort[];
  /** Whether a result has more rows than are compared. */
  isPart: boolean;
}

/** Jobs side by side: what differs in version, settings and inputs, and in the rows of their results. */
export function ComparePage({ jobs, ports, known, isPart }: ComparePageProps) {
  const site = useSite();
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'jobs')}>Jobs</a>
      </p>
      <h1>{`Compare ${count(jobs.length, 'job')}`}</h1>
      <Section id="jobs" title="Jobs">
        <Side title="Jobs" jobs={jobs} rows={factsOf(jobs)} />
      </Section>
      <Differences id="settings" title="Settings" noun="setting" jobs={jobs} rows={settingsOf(jobs)} />
      <Differences id="inputs" title="Inputs" noun="input" jobs={jobs} rows={inputsOf(jobs)} />
      {ports.map((port) => (
        <PortDifferences key={port.portId} port={port} jobs={jobs} known={known.find(({ id }) => id === port.portId)} />
      ))}
      {isPart && <p class="quiet">Only the first rows of the results are compared.</p>}
    </>
  );
}

/** A line of a comparison: one cell for each job. */
interface Line {
  name: string;
  cells: ComponentChildren[];
  /** Whether the jobs differ in it. */
  differs: boolean;
}

function Side({ title, jobs, rows }: { title: string; jobs: JobDetails[]; rows: Line[] }) {
  const site = useSite();
  return (
    <ScrollBox label={`${title}, table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            {jobs.map((job) => (
              <th key={job.id} scope="col">
                <a href={pathTo(site, `jobs/${job.id}`)}>{job.name || job.id}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, differs }) => (
            <tr key={name} class={differs ? 'differs' : undefined}>
              <th scope="row">
                {name}
                {differs && <small> differs</small>}
              </th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Only the lines in which the jobs differ; the others are counted. */
function Differences({
  id,
  title,
  noun,
  jobs,
  rows,
}: {
  id: string;
  title: string;
  noun: string;
  jobs: JobDetails[];
  rows: Line[];
}) {
  const different = rows.filter(({ differs }) => differs);
  const same = rows.length - different.length;
  return (
    <Section id={id} title={title}>
      {different.length > 0 && <Side title={title} jobs={jobs} rows={different} />}
      {same > 0 && <p class="quiet">{`${count(same, noun)} ${same === 1 ? 'is' : 'are'} the same.`}</p>}
      {rows.length === 0 && <p class="quiet">None.</p>}
    </Section>
  );
}

function lineOf(name: string, values: unknown[], show: (value: never) => ComponentChildren = String): Line {
  const differs = values.some((value) => !isEqual(value, values[0]));
  return {
    name,
    differs,
    cells: values.map((value) => (value === undefined || value === null ? '–' : show(value as never))),
  };
}

function factsOf(jobs: JobDetails[]): Line[] {
  const time = (at: string) => <Time at={at} />;
  const fact = (name: string, values: unknown[], show?: (value: never) => ComponentChildren) => ({
    ...lineOf(name, values, show),
    differs: false,
  });
  return [
    lineOf(
      'Tool',
      jobs.map(({ tool }) => tool),
    ),
    lineOf(
      'Version',
      jobs.map(({ tool_version }) => tool_version),
    ),
    lineOf(
      'Dataset',
      jobs.map(({ dataset }) => dataset && `${dataset.id}@${dataset.release}`),
    ),
    lineOf(
      'State',
      jobs.map(({ status }) => status),
      (status: string) => <JobState status={status} />,
    ),
    fact(
      'Submitted',
      jobs.map(({ created_at }) => created_at),
      time,
    ),
    fact(
      'By',
      jobs.map(({ submitted_by }) => personName(submitted_by)),
    ),
    fact(
      'Run time',
      jobs.map(({ execution_time_seconds }) => execution_time_seconds),
      duration,
    ),
    fact(
      'Cost',
      jobs.map(({ credits_used }) => credits_used),
      credits,
    ),
  ];
}

function settingsOf(jobs: JobDetails[]): Line[] {
  const names = [...new Set(jobs.flatMap(({ settings }) => Object.keys(settings)))];
  return names.map((name) =>
    lineOf(
      inWords(name),
      jobs.map(({ settings }) => settings[name]),
      (value) => cellOf('', value).text,
    ),
  );
}

/** Two inputs are equal when their contents are equal, also under different names. */
function inputsOf(jobs: JobDetails[]): Line[] {
  const slots = jobs.map(({ inputs }) => Map.groupBy(inputs, ({ slot_id }) => slot_id));
  const names = [...new Set(slots.flatMap((one) => [...one.keys()]))];
  return names.flatMap((slot) => {
    const most = Math.max(...slots.map((one) => one.get(slot)?.length ?? 0));
    return Array.from({ length: most }, (_, i) => {
      const inputs = slots.map((one) => one.get(slot)?.[i]);
      const line = lineOf(
        most > 1 ? `${slot} ${i + 1}` : slot,
        inputs.map((input) => input?.sha256),
      );
      const cells = inputs.map((input) =>
        input ? `${input.name ?? input.label ?? input.id}, ${bytes(input.size)}, ${input.sha256.slice(0, 12)}…` : '–',
      );
      return { ...line, cells };
    });
  });
}
