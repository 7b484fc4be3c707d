import type { Item as ItemMessage } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Item } from '../flow/item.ts';
import type { ShownItem } from './itemPages.ts';

/** Converts an item for a response. */
export function presentItem({ content, metrics, sources, origin, ...item }: ShownItem): ItemMessage {
  return {
    id: item.id,
    kind: item.kind,
    format: item.format,
    label: item.label,
    metricsJson: JSON.stringify(metrics),
    sourceItemIds: sources,
    content: content && presentContent(content),
    jobId: origin?.jobId,
    jobItemId: origin?.itemId,
  };
}

function presentContent(content: Item['content']): ItemMessage['content'] {
  if (content.in === 'text') return { $case: 'text', value: content.text };
  if (content.in === 'file') return { $case: 'fileId', value: content.fileId };
  const { in: _, ...artifact } = content;
  return { $case: 'artifact', value: artifact };
}
