/** The number of resources of each kind. */
export interface ProjectCounts {
  jobs: number;
  files: number;
  workflows: number;
  workflow_runs: number;
  studio_sessions: number;
  ai_conversations: number;
}

export interface Project {
  id: string;
  object: 'project';
  name: string;
  description: string | null;
  counts: ProjectCounts;
  created_at: string;
  updated_at: string;
}

export type ResourceType = 'job' | 'file' | 'workflow' | 'workflow_run' | 'studio_session' | 'ai_conversation';

export interface ProjectAssignmentRequest {
  /** The target project; null removes the resources from their projects. */
  target_project_id: string | null;
  resources: { type: ResourceType; ids: string[] }[];
  /** Whether the saved files of the moved jobs are moved, too. */
  move_linked_files?: boolean;
}

export interface ProjectAssignment {
  object: 'project_assignment';
  target_project: { id: string; name: string } | null;
  counts: ProjectCounts;
  linked_file_count: number;
}

export interface ProjectDeletionRequest {
  mode: 'move' | 'unassign' | 'delete_contents';
  /** The project that receives the contents, for `move`. */
  target_project_id?: string;
}

export interface ProjectDeletion {
  id: string;
  object: 'project_deletion';
  project_id: string | null;
  project_name: string;
  mode: ProjectDeletionRequest['mode'];
  target_project_id: string | null;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  error: string | null;
  attempt_count: number;
  next_attempt_at: string | null;
  retryable: boolean;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  updated_at: string;
}
