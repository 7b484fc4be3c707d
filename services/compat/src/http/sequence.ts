import { BadRequest } from './badRequest.ts';

/** Returns sequences as FASTA. A bare sequence gets a name. */
export function asFasta(text: string, name: string): string {
  const given = text.trim();
  if (given === '') throw new BadRequest('has no sequence');
  return given.startsWith('>') ? `${given}\n` : `>${name}\n${given}\n`;
}

/** Returns the name of the first sequence of a FASTA text. */
export function firstName(fasta: string): string {
  return /^>\s*(\S+)/.exec(fasta)?.[1] ?? 'query';
}
