import type { JobDetails } from '@rotamer/client';
import { Prose } from '../site/Prose.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { inWords } from '../words/inWords.ts';

/** The part of a JSON Schema of settings that the table shows. */
interface SettingsSchema {
  properties?: Record<string, { title?: string; description?: string; default?: unknown }>;
}

/** Every setting with its value. Values that are the default of the tool are shown quieter, whether they were given or not. */
export function SettingsTable({ job, schema }: { job: JobDetails; schema: unknown }) {
  const { properties = {} } = (schema ?? {}) as SettingsSchema;
  const names = Object.keys(job.settings);
  if (names.length === 0) return <p class="quiet">This tool has no settings.</p>;
  return (
    <ScrollBox label="Settings, table">
      <table class="upright">
        <tbody>
          {names.map((name) => {
            const isGiven = job.given_settings !== null && Object.hasOwn(job.given_settings, name);
            const isSame = JSON.stringify(job.settings[name]) === JSON.stringify(properties[name]?.default);
            const isDefault = isSame || (job.given_settings !== null && !isGiven);
            return (
              <tr key={name}>
                <th scope="row">
                  {properties[name]?.title ?? inWords(name)}{' '}
                  <small>
                    <Prose text={properties[name]?.description} />
                  </small>
                </th>
                <td class={isGiven && !isDefault ? undefined : 'quiet'}>
                  {textOf(job.settings[name])}
                  {isDefault && <small> default</small>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
