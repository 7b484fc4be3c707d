import { ContentEncoding } from '@rotamer/proto/jobs/v1/input.ts';
import { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';

/** A line of a request: a submission of one protein, whose custom id is a and its number. */
export function textLine(line: number, content = '>a\nMKTAYIAK\n'): BatchLine {
  const source = { source: { $case: 'text' as const, value: {} } };
  const input = { id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', source, content };
  const inputs = [{ ...input, contentEncoding: ContentEncoding.UTF8 }];
  return BatchLine.fromPartial({ line, customId: `a${line}`, submission: { tool: 'protein-properties', inputs } });
}

/** One line of a file: a submission of one protein. */
export function lineOf(custom_id: string, content = '>a\nMKV\n'): string {
  const source = { type: 'text' };
  const input = { inputs: [{ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', source, content }] };
  return JSON.stringify({ custom_id, tool: 'protein-properties', input });
}

/**
 * Returns a file of `count` lines, for each hundred: one that is not JSON, one that the tool refuses, one whose custom id was used before,
 * and one without a required field. The others are good.
 */
export function badFile(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const line = i + 1;
    switch (line % 100) {
      case 20:
        return '{"custom_id": NaN}';
      case 40:
        return lineOf(`c${line}`, 'bad input');
      case 60:
        return lineOf(`c${line - 1}`);
      case 80:
        return JSON.stringify({ custom_id: `c${line}`, tool: 'protein-properties' });
      default:
        return lineOf(`c${line}`);
    }
  }).join('\n');
}
