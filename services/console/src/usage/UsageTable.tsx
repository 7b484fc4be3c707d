import { ScrollBox } from '../site/ScrollBox.tsx';
import { number } from '../words/numbers.ts';

interface Row {
  name: string;
  credits: number;
  charges: number;
}

/** What was charged to each group, largest sums first. */
export function UsageTable({ title, heading, rows }: { title: string; heading: string; rows: Row[] }) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const largest = Math.max(0, ...rows.map(({ credits }) => credits));
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 && <p class="quiet">Nothing was charged.</p>}
      {rows.length > 0 && (
        <ScrollBox label={`${title}, table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{heading}</th>
                <th scope="col" class="number">
                  Jobs
                </th>
                <th scope="col" class="number">
                  Credits
                </th>
                <th scope="col">Share</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, credits, charges }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="number">{charges}</td>
                  <td class="number">{number(credits)}</td>
                  <td>{largest > 0 && <meter max={largest} value={credits} aria-label={`Share of ${name}`} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}
