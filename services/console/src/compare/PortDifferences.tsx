import type { JobDetails, Tool } from '@rotamer/client';
import { cellOf } from '@rotamer/pages/viewers/table/cells.ts';
import { labelOf } from '@rotamer/pages/viewers/table/resultTables.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { count } from '../words/numbers.ts';
import { type ComparedPort, isEqual } from './compareRows.ts';
import { Section } from './Section.tsx';

/** What the contract of a tool says of an output port. */
export type KnownPort = Tool['output']['ports'][number];

/** Most records and fields that the page shows. */
const RECORDS = 200;
const FIELDS = 12;

interface PortDifferencesProps {
  port: ComparedPort;
  jobs: JobDetails[];
  known: KnownPort | undefined;
}

/** The records of an output port that differ between jobs, with the names of their columns from the contract. */
export function PortDifferences({ port, jobs, known }: PortDifferencesProps) {
  const { portId, records, same, key } = port;
  const label = known?.label ?? portId;
  const columnOf = (field: string) => known?.columns?.find(({ name }) => name === field);
  const fields = port.fields.slice(0, FIELDS);
  return (
    <Section id={`port-${portId}`} title={label}>
      {same > 0 && <p class="quiet">{`${count(same, 'record')} ${same === 1 ? 'is' : 'are'} the same in all.`}</p>}
      {records.length > 0 && (
        <ScrollBox label={`${label}, table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{key === '' ? 'Row' : labelOf(key, columnOf(key))}</th>
                <th scope="col">Job</th>
                {fields.map((field) => (
                  <th key={field} scope="col" class={isNumeric(records, field) ? 'number' : undefined}>
                    {labelOf(field, columnOf(field))}
                  </th>
                ))}
              </tr>
            </thead>
            {records.slice(0, RECORDS).map(({ name, values }) => (
              <tbody key={name}>
                {values.map((row, i) => (
                  <tr key={jobs[i]!.id}>
                    <th scope="row">{name}</th>
                    <td>{jobs[i]!.name || jobs[i]!.id}</td>
                    {fields.map((field) => (
                      <RecordCell
                        key={field}
                        field={field}
                        column={columnOf(field)}
                        row={row}
                        first={values[0]}
                        at={i}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </ScrollBox>
      )}
      {records.length > RECORDS && (
        <p class="quiet">{`The first ${RECORDS} of ${count(records.length, 'record')} that differ.`}</p>
      )}
      {port.fields.length > FIELDS && (
        <p class="quiet">{`The first ${FIELDS} of ${count(port.fields.length, 'field')} that differ.`}</p>
      )}
    </Section>
  );
}

function isNumeric(records: ComparedPort['records'], field: string): boolean {
  return records.some(({ values }) => values.some((row) => typeof row?.[field] === 'number'));
}

type Row = Record<string, unknown> | undefined;
type Column = NonNullable<KnownPort['columns']>[number];

interface RecordCellProps {
  field: string;
  column: Column | undefined;
  row: Row;
  first: Row;
  at: number;
}

/** A value; one that differs from that of the first job is marked. */
function RecordCell({ field, column, row, first, at }: RecordCellProps) {
  const cell = cellOf(field, row?.[field], column as Parameters<typeof cellOf>[2]);
  const differs = at > 0 && !isEqual(row?.[field], first?.[field]);
  return <td class={cell.isNumber ? 'number' : undefined}>{differs ? <mark>{cell.text}</mark> : cell.text}</td>;
}
