import type { Tool } from '@rotamer/client';
import type { ComponentChildren } from 'preact';
import { Code } from '../site/Code.tsx';
import { Prose } from '../site/Prose.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { Fact } from './Fact.tsx';
import { citedOf, curlOf, listedSettings, priceOf, range } from './toolView.ts';

/** What a tool takes, gives and costs, with an example that runs. */
export function AboutTool({ root, tool, apiUrl }: { root: string; tool: Tool; apiUrl: string }) {
  return (
    <>
      <p class="crumb">
        <a href={`${root}tools`}>Tools</a> › {tool.category}
      </p>
      <h1>{tool.name}</h1>
      <p class="lead">
        <Prose text={tool.description} />
      </p>
      <p>
        <a class="button" href={`${root}w?to=${encodeURIComponent(`tools/${tool.id}`)}`}>
          Run in your workspace
        </a>
      </p>
      <dl class="facts">
        <Fact name="Id">
          <code>{tool.id}</code>
        </Fact>
        <Fact name="Price">{priceOf(tool.credit_model)}</Fact>
        <Fact name="Version">{tool.version}</Fact>
        <Fact name="Longest run">{tool.limits.wall_seconds} s</Fact>
        <Fact name="Licence">{tool.license}</Fact>
      </dl>
      {!tool.available && (
        <p class="notice">No runner offers this tool now. Jobs that are submitted wait until one does.</p>
      )}
      <Inputs tool={tool} />
      <Settings tool={tool} />
      <Outputs tool={tool} />
      <section aria-labelledby="example">
        <h2 id="example">Example</h2>
        {tool.example ? (
          <Code text={curlOf(apiUrl, tool.example)} />
        ) : (
          <p class="quiet">Its inputs are too long for an example here.</p>
        )}
      </section>
      <section aria-labelledby="citation">
        <h2 id="citation">Citation</h2>
        {citedOf(tool).map(({ text, url, when }) => (
          <p key={text}>
            {when && <span class="quiet">{when}: </span>}
            {text}. {url && <a href={url}>{url}</a>}
          </p>
        ))}
      </section>
    </>
  );
}

/** A table below its heading. */
function Listed({ title, columns, children }: { title: string; columns: string[]; children: ComponentChildren }) {
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ScrollBox label={`${title}, table`}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function Inputs({ tool }: { tool: Tool }) {
  return (
    <Listed title="Inputs" columns={['Slot', 'What it takes', 'Formats', 'Inputs', 'Records in all']}>
      {tool.input.slots.map(({ id, label, description, acceptedKinds, acceptedFormats, capabilities, ...counts }) => (
        <tr key={id}>
          <th scope="row">
            <code>{id}</code>
          </th>
          <td>
            <Prose text={description ? `${label}. ${description}` : label} />
          </td>
          <td>
            {acceptedKinds?.join(', ')}: {acceptedFormats?.join(', ')}
          </td>
          <td>{range(counts)}</td>
          <td>{range((capabilities.records ?? {}) as { min?: number; max?: number })}</td>
        </tr>
      ))}
    </Listed>
  );
}

function Settings({ tool }: { tool: Tool }) {
  const settings = listedSettings(tool);
  if (settings.length === 0) return null;
  return (
    <Listed title="Settings" columns={['Setting', 'Meaning', 'Values', 'Default']}>
      {settings.map(({ name, description, values, byDefault }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td class="meaning">
            <Prose text={description} />
          </td>
          <td>{values}</td>
          <td>
            <code>{byDefault}</code>
          </td>
        </tr>
      ))}
    </Listed>
  );
}

function Outputs({ tool }: { tool: Tool }) {
  return (
    <Listed title="Outputs" columns={['Port', 'What it gives', 'As']}>
      {tool.output.ports.map(({ id, label, required, type, format }) => (
        <tr key={id}>
          <th scope="row">
            <code>{id}</code>
          </th>
          <td>
            {label} {!required && <span class="quiet">(not always)</span>}
          </td>
          <td>{type === 'items' ? 'a table' : `a file, ${format}`}</td>
        </tr>
      ))}
    </Listed>
  );
}
