import type { PublicWorkflow, PublicWorkflowDetail, PublicWorkflowValidation } from '@rotamer/api/schemas/workflow.ts';
import { enumWord } from '@rotamer/kit/enumWord.ts';
import type { Workflow } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Finding, PublishedWorkflow, Validation } from '@rotamer/proto/workflows/v1/workflows.ts';

/** The workflow of a list of the public API. */
export function presentWorkflow(workflow: Workflow): PublicWorkflow {
  return {
    id: workflow.id,
    object: 'workflow',
    project_id: workflow.projectId ?? null,
    name: workflow.name,
    description: workflow.description ?? null,
    revision_id: workflow.revisionId,
    revision_number: workflow.revisionNumber,
    access: enumWord<PublicWorkflow['access']>('ACCESS', workflow.access),
    created_at: workflow.createdAt!.toISOString(),
    updated_at: workflow.updatedAt!.toISOString(),
  };
}

/** The workflow of the public API with its published definition and settings. */
export function presentWorkflowDetail(published: PublishedWorkflow): PublicWorkflowDetail {
  return {
    ...presentWorkflow(published.workflow!),
    definition: JSON.parse(published.definitionJson),
    settings: JSON.parse(published.settingsJson || '{}'),
  };
}

export function presentValidation(validation: Validation): PublicWorkflowValidation {
  return {
    object: 'workflow_validation',
    valid: validation.valid,
    graph_errors: validation.graphErrors.map(presentFinding),
    warnings: validation.warnings.map(presentFinding),
    readiness_issues: validation.readinessIssues.map(presentFinding),
    limit_violations: validation.limitViolations.map(presentFinding),
  };
}

function presentFinding({ code, message, nodeId, path }: Finding): PublicWorkflowValidation['warnings'][number] {
  return {
    code,
    message,
    ...(nodeId !== undefined && { node_id: nodeId }),
    ...(path !== undefined && { path }),
  };
}
