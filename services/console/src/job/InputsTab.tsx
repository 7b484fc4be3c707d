import type { JobDetails } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { bytes, count } from '../words/numbers.ts';
import type { JobContent } from './jobContent.ts';
import { SettingsTable } from './SettingsTable.tsx';

/** What the job was given: its inputs with size and digest, and every setting. */
export function InputsTab({ job, tool }: JobContent) {
  return (
    <>
      <section aria-labelledby="inputs">
        <h2 id="inputs">Inputs</h2>
        <ScrollBox label="Inputs, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Input</th>
                <th scope="col">Kind</th>
                <th scope="col">From</th>
                <th scope="col" class="number">
                  Size
                </th>
                <th scope="col">SHA-256</th>
              </tr>
            </thead>
            <tbody>
              {job.inputs.map((input, i) => (
                <InputRow key={inputPath(i)} input={input} path={`jobs/${job.id}/${inputPath(i)}`} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <SettingsTable job={job} schema={tool?.settings} />
      </section>
    </>
  );
}

/** The path of an input below its job. `i`: its place among the inputs, from 0. */
export const inputPath = (i: number): string => `inputs/${i + 1}`;

function InputRow({ input, path }: { input: JobDetails['inputs'][number]; path: string }) {
  const site = useSite();
  const source = input.name ?? (input.from_job_id ? 'an earlier job of the run' : 'typed text');
  const from = input.from_job_id && pathTo(site, `jobs/${input.from_job_id}`);
  return (
    <tr>
      <th scope="row">
        <a href={pathTo(site, path)} download>
          {input.label || input.id}
        </a>{' '}
        <small>{input.slot_id}</small>
      </th>
      <td>
        {input.kind}, {input.format}
      </td>
      <td>{from ? <a href={from}>{source}</a> : source}</td>
      <td class="number">
        {bytes(input.size)}
        {input.records !== null && <small> {count(input.records, 'record')}</small>}
      </td>
      <td>
        <code title={input.sha256}>{input.sha256.slice(0, 16)}…</code>
      </td>
    </tr>
  );
}
