/** The body of a valid submission, with some fields changed in it or in its only input. */
export function submission(fields: object = {}, input: object = {}) {
  return {
    tool: 'protein-properties',
    name: 'Lysozyme',
    input: {
      inputs: [
        {
          id: 'lysozyme',
          slotId: 'sequences',
          kind: 'protein',
          format: 'FASTA',
          source: { type: 'text' },
          content: '>lysozyme\nKVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS',
          ...input,
        },
      ],
    },
    ...fields,
  };
}
