import type {
  PublicWorkflowItem,
  PublicWorkflowNodeResult,
  PublicWorkflowRunResult,
} from '@rotamer/api/schemas/workflowRunResult.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { Item, NodeResult, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import { jobResultUrl, presentChild } from './presentRun.ts';

/** The results of an attempt, node by node. */
export function presentRunResult({ run, attemptId, nodes }: RunResults): PublicWorkflowRunResult {
  const { id, attempts } = run!;
  const attempt = attempts.find((one) => one.id === attemptId)!;
  return {
    object: 'workflow_run_result',
    run_id: id,
    attempt_id: attemptId,
    status: enumName('RUN_STATUS', attempt.status),
    result_available: nodes.some(({ resultAvailable }) => resultAvailable),
    nodes: nodes.map((node) => presentNodeResult(node, id, attemptId)),
  };
}

function presentNodeResult(node: NodeResult, runId: string, attemptId: string): PublicWorkflowNodeResult {
  return {
    node_id: node.nodeId,
    type: node.type as PublicWorkflowNodeResult['type'],
    status: enumName('NODE_STATUS', node.status),
    result_available: node.resultAvailable,
    result_url: node.resultAvailable ? nodeResultUrl(node, runId, attemptId) : null,
    jobs: node.children.map(presentChild),
    has_more_jobs: node.moreChildren,
    items: node.items.map(presentItem),
    has_more_items: node.moreItems,
  };
}

/** Links a node without jobs to this result, a node with one job to the job's result, and a node with several to their list. */
function nodeResultUrl({ nodeId, children }: NodeResult, runId: string, attemptId: string): string {
  const [first, second] = children;
  if (first && !second && first.resultAvailable && first.jobId) return jobResultUrl(first.jobId);
  const of = `/api/v1/workflow-runs/${runId}`;
  if (first) return `${of}/jobs?${new URLSearchParams({ attempt_id: attemptId, node_id: nodeId })}`;
  return `${of}/results?${new URLSearchParams({ attempt_id: attemptId })}`;
}

/** An item of the public API. Keys of the blob store are not exposed. */
export function presentItem(item: Item): PublicWorkflowItem {
  const { content, jobId, jobItemId } = item;
  return {
    id: item.id,
    kind: item.kind,
    format: item.format,
    label: item.label,
    metrics: JSON.parse(item.metricsJson || '{}'),
    source_item_ids: item.sourceItemIds,
    text: content?.$case === 'text' ? content.value : null,
    file: content?.$case === 'artifact' ? presentArtifact(content.value) : null,
    file_id: content?.$case === 'fileId' ? content.value : null,
    job_id: jobId ?? null,
    result_url: jobId && jobItemId ? `${jobResultUrl(jobId)}/items/${encodeURIComponent(jobItemId)}` : null,
  };
}

function presentArtifact(artifact: {
  name: string;
  contentType: string;
  size: number;
  sha256: string;
}): PublicWorkflowItem['file'] {
  const { name, contentType, size, sha256 } = artifact;
  return { name, content_type: contentType, size, sha256 };
}
