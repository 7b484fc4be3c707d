-- Every earlier run has a workflow.
alter table runs validate constraint run_of_workflow_or_batch;
