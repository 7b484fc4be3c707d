import type { RunItem } from '@rotamer/client';
import { cellOf } from '@rotamer/pages/viewers/table/cells.ts';
import { inOrder, labelOf } from '@rotamer/pages/viewers/table/resultTables.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';

/** Most columns of metrics; the job of an item has all. */
const COLUMNS = 12;

/** The items that a run left at one of its outputs: what each is, its numbers, and the job that made it. */
export function RunItems({ items }: { items: RunItem[] }) {
  const site = useSite();
  const names = inOrder(
    [],
    items.flatMap(({ metrics }) => Object.keys(metrics)),
  ).slice(0, COLUMNS);
  return (
    <ScrollBox label="Items, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Kind</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {labelOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, label, kind, format, metrics, job_id: job }) => (
            <tr key={id}>
              <th scope="row">{job ? <a href={pathTo(site, `jobs/${job}`)}>{label || id}</a> : label || id}</th>
              <td>{`${kind}, ${format}`}</td>
              {names.map((name) => {
                const cell = cellOf(name, metrics[name]);
                return (
                  <td key={name} class={cell.isNumber ? 'number' : undefined} data-smiles={cell.smiles}>
                    {cell.text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
