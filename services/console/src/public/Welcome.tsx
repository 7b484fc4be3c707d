import type { WelcomePage } from '@rotamer/pages/publicPages.ts';
import { Code } from '../site/Code.tsx';
import { count } from '../words/numbers.ts';

/** What this service is, and where its pages, its API and its guides begin. */
export function Welcome({ root, tools, apiUrl, sample, guides }: WelcomePage & { root: string }) {
  return (
    <>
      <h1>Protein analysis jobs</h1>
      <p class="lead">
        Rotamer runs tools of the field as jobs: you see the price before you submit, follow the progress live, and keep
        results with their inputs.
      </p>
      <ul class="ways">
        <li>
          <a href={`${root}w`}>Your workspace</a>{' '}
          <span class="quiet">run tools, and find jobs, results and credits again; you sign in first</span>
        </li>
        <li>
          <a href={`${root}tools`}>The tools</a>{' '}
          <span class="quiet">{count(tools, 'tool')}, each with inputs, settings, price and an example</span>
        </li>
        {sample && (
          <li>
            <a href={`${root}share/${sample.id}`}>A finished job</a>{' '}
            <span class="quiet">{sample.name}, with its results</span>
          </li>
        )}
        <li>
          <a href={`${root}docs`}>The API reference</a>{' '}
          <span class="quiet">every request, with samples for curl, the command line, TypeScript and Python</span>
        </li>
        <li>
          Guides:{' '}
          {guides.map(({ name, title }, i) => (
            <>
              {i > 0 && ' · '}
              <a href={`${root}docs/guides/${name}`}>{title}</a>
            </>
          ))}
        </li>
        <li>
          <a href={`${root}api/v1/openapi.json`}>The OpenAPI document</a>{' '}
          <span class="quiet">for generators of clients</span>
        </li>
      </ul>
      <h2>The first request</h2>
      <Code text={`curl ${apiUrl}/tools -H "Authorization: Bearer $ROTAMER_API_KEY"`} />
      <p class="quiet">Admins of a workspace make API keys in its settings.</p>
    </>
  );
}
