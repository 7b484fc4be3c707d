import type { ComponentChildren } from 'preact';
import { ScrollBox } from '../site/ScrollBox.tsx';

interface PartProps {
  id: string;
  title: string;
  empty: string;
  head: string[];
  rows: ComponentChildren[][];
}

/** A table with its heading, or a sentence when it has no rows. */
export function Part({ id, title, empty, head, rows }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 && <p class="quiet">{empty}</p>}
      {rows.length > 0 && (
        <ScrollBox label={`${title}, table`}>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...others], i) => (
                <tr key={i}>
                  <th scope="row">{first}</th>
                  {others.map((cell, j) => (
                    <td key={j}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}
