import type { ToolInput } from '../contract.ts';

/** An ion with the charge 1 and a radius of 3 Å. */
export const ion = 'ATOM      1  I   ION     1       0.000   0.000   0.000  1.00  3.00\n';

export const pqrInput = (text: string): ToolInput & { text: string } => ({
  id: 'a',
  slotId: 'pqr',
  kind: 'structure',
  format: 'PQR',
  text,
});
