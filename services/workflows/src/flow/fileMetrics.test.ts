import type { ResultItem, ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { describe, expect, it } from 'vitest';
import { fileMetrics } from './fileMetrics.ts';

const row = (port: string, sources: string[], rank: number | null, value: unknown) =>
  ({ output_port_id: port, source_input_ids: sources, rank, value }) as ResultItem;
const file = (sources: string[], rank: number | null) =>
  ({ source_input_ids: sources, rank }) as ResultManifest['files'][number];

describe('the metrics of a file', () => {
  it('are those of the row that was made from the same inputs, with the same rank', () => {
    const metrics = fileMetrics([
      row('alignments', ['reference', 'a'], 1, { tm_score: 0.9, rotation: [[1]] }),
      row('alignments', ['reference', 'b'], 2, { tm_score: 0.3 }),
      row('summary', ['reference', 'b'], 2, { residues: 76 }),
    ]);
    expect(metrics(file(['reference', 'a'], 1))).toEqual({ tm_score: 0.9 });
    expect(metrics(file(['reference', 'b'], 2))).toEqual({ tm_score: 0.3, residues: 76 });
    expect(metrics(file(['reference', 'b'], 1))).toEqual({});
    expect(metrics(file(['b'], 2))).toEqual({});
  });

  it("leave out a table with several rows about the file's inputs", () => {
    const rows = [1, 2].map((residue) => row('residues', ['a'], null, { residue }));
    expect(fileMetrics([...rows, row('summary', ['a'], null, { residues: 2 })])(file(['a'], null))).toEqual({
      residues: 2,
    });
  });
});
