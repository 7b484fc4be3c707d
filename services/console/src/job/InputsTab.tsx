import type { JobDetails } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
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
              {job.inputs.map((input) => (
                <InputRow key={`${input.slot_id} ${input.id}`} input={input} />
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

function InputRow({ input }: { input: JobDetails['inputs'][number] }) {
  const source = input.name ?? (input.from_job_id ? 'an earlier job of the run' : 'typed text');
  return (
    <tr>
      <th scope="row">
        {input.label || input.id} <small>{input.slot_id}</small>
      </th>
      <td>
        {input.kind}, {input.format}
      </td>
      <td>{source}</td>
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
