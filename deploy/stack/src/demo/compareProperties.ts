import type { KnownProtein } from './proteins.ts';
import type { JobResult } from './resources.ts';
import type { Screen } from './screen.ts';

/** Shows computed and known values; returns whether all agree to two decimals. */
export function compareProperties(screen: Screen, protein: KnownProtein, rows: JobResult['results']): boolean {
  const values = rows.filter((row) => row.output_port_id === 'properties').map((row) => row.value);
  return Object.entries(protein.chains)
    .map(([name, known]) => {
      const found = values.find((value) => String(value.id).endsWith(name));
      const pI = Number(found?.isoelectric_point).toFixed(2);
      const mass = Number(found?.molecular_weight).toFixed(2);
      const agrees = pI === known.pI.toFixed(2) && mass === known.mass.toFixed(2);
      screen.line(
        name,
        `pI ${pI} (known ${known.pI.toFixed(2)})   mass ${mass} Da (known ${known.mass.toFixed(2)})  ${agrees ? '✓' : '✗'}`,
      );
      return agrees;
    })
    .every((agrees) => agrees);
}
