/** The body of a valid submission, with some fields replaced in it or in its only input. */
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

/** A form as a client sends it, with text parts and files in this order. */
export async function formOf(parts: [name: string, value: string | { name: string; bytes: Uint8Array | string }][]) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value.bytes as Uint8Array<ArrayBuffer> | string]), value.name);
  }
  const body = new Response(form);
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type')! },
  };
}
