import type { File, WorkflowDetail } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { StepPrices, WorkflowPrice, type WorkflowPriceProps } from './WorkflowPrice.tsx';
import type { InputNode, WorkflowForm } from './workflowForm.ts';

interface WorkflowPageProps {
  workflow: WorkflowDetail;
  nodes: InputNode[];
  form: WorkflowForm;
  files: Pick<File, 'id' | 'original_name' | 'format'>[];
  price: WorkflowPriceProps;
  /** Makes a form that is sent twice one run. */
  submission: string;
}

/** The form that starts a run of a workflow, with bounds of its price. */
export function WorkflowPage({ workflow, nodes, form, files, price, submission }: WorkflowPageProps) {
  const site = useSite();
  const path = pathTo(site, `workflows/${workflow.id}`);
  const mayRun = site.workspace.role !== 'viewer' && workflow.access !== 'view';
  const cap = workflow.settings.max_credits;
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'workflows')}>Workflows</a>
      </p>
      <h1>{workflow.name}</h1>
      {workflow.description && <p class="lead">{workflow.description}</p>}
      <p>
        <a href={pathTo(site, `runs?workflow=${workflow.id}`)}>Its runs</a>{' '}
        <small>{`revision ${workflow.revision_number}`}</small>
      </p>
      <form method="post" action={path} class="run">
        <FormToken token={site.formToken} />
        <input type="hidden" name="submission" value={submission} />
        <div class="fields">
          {nodes.map((node) => (
            <InputField key={node.id} node={node} form={form} files={files} problems={price.problems} />
          ))}
          <div class="naming">
            <label for="name">Name of the run</label>
            <input id="name" name="name" maxLength={200} value={form.name} />
          </div>
        </div>
        <aside class="cost" aria-label="Price">
          <div aria-live="polite">
            <WorkflowPrice {...price} />
          </div>
          <label for="cap">Costs at most, in credits</label>
          <input
            id="cap"
            name="cap"
            inputMode="numeric"
            pattern="[0-9]+"
            value={form.cap}
            placeholder={typeof cap === 'number' ? String(cap) : undefined}
          />
          {mayRun ? (
            <>
              <button type="submit" name="do" value="price">
                Show the price
              </button>
              <button type="submit" name="do" value="run" class="strong">
                Start the run
              </button>
            </>
          ) : (
            <p class="quiet">You may look at this workflow, but not run it.</p>
          )}
        </aside>
      </form>
      <StepPrices quote={price.quote} />
    </>
  );
}

interface InputFieldProps extends Pick<WorkflowPageProps, 'form' | 'files'> {
  node: InputNode;
  problems: WorkflowPriceProps['problems'];
}

/** The box of one input: a pasted text, or a saved file. */
function InputField({ node, form, files, problems }: InputFieldProps) {
  const { text, fileId } = form.inputs[node.id] ?? { text: '', fileId: '' };
  const wrong = problems.filter((problem) => problem.node === node.id);
  const fitting = files.filter(({ format }) => node.formats.length === 0 || node.formats.includes(format));
  return (
    <fieldset>
      <legend>
        {node.label}
        {node.isOptional && <small> optional</small>}
      </legend>
      <p>
        <small>{[node.description, node.kind, node.formats.join(', ')].filter(Boolean).join(' · ')}</small>
      </p>
      <div class="box">
        <textarea
          id={`input-${node.id}`}
          name={`input.${node.id}`}
          rows={6}
          spellcheck={false}
          autocomplete="off"
          aria-label={`${node.label}: paste a text`}
          aria-invalid={wrong.length > 0 || undefined}
        >
          {/* Browsers drop the first line break of a text area. */}
          {`\n${text}`}
        </textarea>
        {wrong.map(({ message }) => (
          <p class="problem" key={message}>
            {message}
          </p>
        ))}
        <select name={`file.${node.id}`} aria-label={`${node.label}: or a saved file`}>
          <option value="">or choose a saved file</option>
          {fitting.map((file) => (
            <option key={file.id} value={file.id} selected={file.id === fileId}>
              {file.original_name}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}
