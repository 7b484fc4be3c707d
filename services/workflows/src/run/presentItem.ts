import type { Item as ItemMessage } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Item } from '../flow/item.ts';

/** An item in an answer; inline content longer than `maxText` characters is left out. */
export function presentItem({ content, metrics, sources, origin, ...item }: Item, maxText: number): ItemMessage {
  return {
    id: item.id,
    kind: item.kind,
    format: item.format,
    label: item.label,
    metricsJson: JSON.stringify(metrics),
    sourceItemIds: sources,
    content: presentContent(content, maxText),
    jobId: origin?.jobId,
    jobItemId: origin?.itemId,
  };
}

function presentContent(content: Item['content'], maxText: number): ItemMessage['content'] {
  if (content.in === 'text') return content.text.length > maxText ? undefined : { $case: 'text', value: content.text };
  if (content.in === 'file') return { $case: 'fileId', value: content.fileId };
  const { in: _, ...artifact } = content;
  return { $case: 'artifact', value: artifact };
}
