import type { FileSource, JobDetails, JobRequest, Tool } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { Prose } from '../site/Prose.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { bytes } from '../words/numbers.ts';
import { isRefused, type Price, PricePanel } from './PricePanel.tsx';
import { RequestAsCode } from './RequestAsCode.tsx';
import type { RunForm, SavedFile } from './runForm.ts';
import { SettingField } from './SettingField.tsx';
import { SlotField } from './SlotField.tsx';
import { settingsOf } from './settingFields.ts';
import { splitFormats } from './splitRecords.ts';

export interface RunPageProps {
  tool: Tool;
  form: RunForm;
  price: Price;
  request: JobRequest;
  files: SavedFile[];
  projects: { id: string; name: string }[];
  /** The public databases from which files are fetched. */
  sources: FileSource[];
  /** Whether the form has what the reader has just sent, which is newer than what the browser keeps. */
  sent?: boolean;
  /** The job that is run again with changes. */
  earlier?: JobDetails;
  /** Makes a form that is sent twice one job. */
  submission: string;
}

/** The form of a tool, with its price. */
export function RunPage(page: RunPageProps) {
  const { tool, form, price, request, files, projects, sources, sent, earlier, submission } = page;
  const site = useSite();
  const { problems } = price;
  const path = pathTo(site, `tools/${tool.id}`);
  return (
    <>
      <h1>{tool.name}</h1>
      <p class="lead">
        <Prose text={tool.description} />
      </p>
      <p>
        {tool.example && (
          <>
            <a href={`${path}?example=1`}>Fill in the example</a> ·{' '}
          </>
        )}
        <a href={`${site.root}tools/${tool.id}`}>About the tool</a> · <small>{`version ${tool.version}`}</small>
      </p>
      {!tool.available && <p class="notice">No runner offers this tool now: jobs wait until one does.</p>}
      {earlier && <Earlier job={earlier} />}
      <form method="post" action={path} class="run" data-price={`${path}/price`} data-keep={sent ? 'sent' : ''}>
        <FormToken token={site.formToken} />
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="from" value={form.from} />
        <div class="fields">
          {tool.input.slots.map((slot) => (
            <SlotField
              key={slot.id}
              slot={slot}
              boxes={form.boxes[slot.id] ?? []}
              files={files}
              problems={problems}
              sources={site.workspace.role === 'viewer' ? [] : sources}
            />
          ))}
          {form.from === '' && <Each tool={tool} form={form} />}
          <Settings tool={tool} form={form} price={price} />
          <Naming form={form} projects={projects} />
        </div>
        <aside class="cost" aria-label="Price">
          <div aria-live="polite" data-panel>
            <PricePanel price={price} />
          </div>
          <label for="cap">Costs at most, in credits</label>
          <input id="cap" name="cap" inputMode="numeric" value={form.cap} />
          <button type="submit" name="do" value="price" class="quiet">
            Show the price
          </button>
          {site.workspace.role === 'viewer' ? (
            <p class="quiet">You are a viewer: ask an admin of the workspace for the role member to run jobs.</p>
          ) : (
            <button type="submit" name="do" value="run" data-run aria-disabled={isRefused(price) ? 'true' : undefined}>
              Run
            </button>
          )}
        </aside>
      </form>
      {request.input.inputs.length > 0 && form.each === '' && <RequestAsCode request={request} />}
    </>
  );
}

/** Whether the records of a slot become one job, or a job each. */
function Each({ tool, form }: Pick<RunPageProps, 'tool' | 'form'>) {
  const slots = tool.input.slots.filter(({ acceptedFormats = [] }) =>
    acceptedFormats.some((format) => splitFormats.includes(format)),
  );
  if (slots.length === 0) return null;
  return (
    <div class="setting">
      <label for="each">Jobs</label>
      <select id="each" name="each" aria-describedby="each-help">
        <option value="">one job with all inputs</option>
        {slots.map(({ id, label }) => (
          <option key={id} value={id} selected={id === form.each}>
            {`a job for each record of “${label}”`}
          </option>
        ))}
      </select>
      <small id="each-help">
        A job for each record also takes a table (CSV or TSV) with a column “sequence” or “smiles”, and “name”.
      </small>
    </div>
  );
}

/** What the empty boxes stand for. */
function Earlier({ job }: { job: JobDetails }) {
  const site = useSite();
  const inputs = job.inputs.map(({ name, label, id, size }) => `${name ?? label ?? id} (${bytes(size)})`);
  return (
    <p class="notice">
      {'With the settings of '}
      <a href={pathTo(site, `jobs/${job.id}`)}>{job.name ?? job.id}</a>
      {`. While the boxes are empty, its inputs are taken: ${inputs.join(', ')}.`}
    </p>
  );
}

function Settings({ tool, form, price }: Pick<RunPageProps, 'tool' | 'form' | 'price'>) {
  const settings = settingsOf(tool);
  if (settings.length === 0) return null;
  const wrong = price.problems.some(({ field }) => field.startsWith('set.'));
  return (
    <details class="settings" open={wrong || settings.length <= 4}>
      <summary>{`Settings (${settings.length})`}</summary>
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          texts={form.settings[setting.name] ?? []}
          problems={price.problems}
        />
      ))}
    </details>
  );
}

function Naming({ form, projects }: Pick<RunPageProps, 'form' | 'projects'>) {
  return (
    <div class="naming">
      <label for="name">Name of the job</label>
      <input id="name" name="name" maxLength={200} value={form.name} />
      {projects.length > 0 && (
        <>
          <label for="project">Project</label>
          <select id="project" name="project">
            <option value="">none</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id} selected={id === form.projectId}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}
