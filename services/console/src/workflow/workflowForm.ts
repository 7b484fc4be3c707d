import type { RunRequest, WorkflowDetail } from '@rotamer/client';

/** An input node of a workflow, as its form shows it. */
export interface InputNode {
  id: string;
  label: string;
  description: string;
  kind: string;
  formats: string[];
  /** Whether the run begins without it. */
  isOptional: boolean;
}

/** What stands in the form of a workflow. */
export interface WorkflowForm {
  name: string;
  /** The most credits that the run may cost; empty: the cap of the workflow, if it has one. */
  cap: string;
  /** A pasted text, or a saved file, for each input node. */
  inputs: Record<string, { text: string; fileId: string }>;
}

/** Returns the input nodes of a published definition. */
export function inputsOf({ definition }: WorkflowDetail): InputNode[] {
  return definition.nodes
    .filter(({ type }) => type === 'input')
    .map((node) => ({
      id: node.id,
      label: textOf(node.label) || node.id,
      description: textOf(node.description),
      kind: textOf(node.kind),
      formats: Array.isArray(node.formats) ? node.formats.map(String) : [],
      isOptional: node.min === 0,
    }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function readForm(nodes: readonly InputNode[], fields: URLSearchParams): WorkflowForm {
  const one = (name: string) => fields.get(name)?.trim() ?? '';
  const inputs = nodes.map(({ id }) => {
    const text = (fields.get(`input.${id}`) ?? '').replaceAll('\r\n', '\n');
    return [id, { text, fileId: one(`file.${id}`) }];
  });
  return { name: one('name').slice(0, 200), cap: one('cap'), inputs: Object.fromEntries(inputs) };
}

/** Returns whether the reader has filled in nothing. */
export function isEmpty({ inputs }: WorkflowForm): boolean {
  return Object.values(inputs).every(({ text, fileId }) => text.trim() === '' && fileId === '');
}

/** Returns the request that a form stands for. */
export function requestOf({ name, cap, inputs }: WorkflowForm): RunRequest {
  const data: NonNullable<RunRequest['input_data']> = {};
  for (const [id, { text, fileId }] of Object.entries(inputs)) {
    if (fileId) data[id] = { method: 'files', file_ids: [fileId] };
    else if (text.trim() !== '') data[id] = { method: 'text', textContent: text };
  }
  return {
    ...(name && { name }),
    ...(cap && { max_credits: Number(cap) }),
    input_data: data,
  };
}
