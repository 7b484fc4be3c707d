import { isDeepStrictEqual } from 'node:util';
import { type OpenApiDocument, operationsOf, pascalCase, type Schema } from './document.ts';

/** Names that replace the ones made from the position in the document. Several positions may share one schema. */
const names: Record<string, string> = {
  'Job.status': 'JobStatus',
  'ReplayedJob.status': 'JobStatus',
  'JobResult.status': 'JobStatus',
  'JobBilling.mode': 'BillingMode',
  'ToolCreditModel.mode': 'BillingMode',
  'JobSharing.visibility': 'Visibility',
  'JobSharingRequest.visibility': 'Visibility',
  'JobQuote.billing': 'QuoteBilling',
  'JobQuote.blocking_errors': 'BlockingError',
  'JobRequest.billing': 'JobBillingCap',
  'JobQuoteRequest.billing': 'JobBillingCap',
  'JobRerunRequest.billing': 'JobBillingCap',
  'JobRerunQuoteRequest.billing': 'JobBillingCap',
  'QuoteBilling.fixed': 'FixedQuoteBilling',
  'QuoteBilling.metered_runtime': 'MeteredQuoteBilling',
  'InputSource.text': 'TextSource',
  'InputSource.file': 'FileSource',
  'InputSource.external': 'DatabaseSource',
  'DatabaseSource.externalSource': 'Database',
  'SubmittedInput.modifications': 'Modification',
  'SubmittedInput.msa': 'InputMsa',
  'SubmittedInput.contentEncoding': 'ContentEncoding',
  'File.origin': 'FileOrigin',
  'File.storage_owner': 'StorageOwner',
  'File.preview_kind': 'PreviewKind',
  'File.collections': 'FileCollection',
  'File.input_reference': 'FileReference',
  'ToolOutput.ports': 'ToolOutputPort',
  'ToolOutputPort.type': 'ToolOutputType',
  'AccountApiKey.scopes': 'Scope',
  'ProjectAssignment.target_project': 'ProjectReference',
  'ProjectAssignmentRequest.resources': 'ResourceGroup',
  'ResourceGroup.type': 'ResourceType',
  'ProjectDeletion.mode': 'ProjectDeletionMode',
  'ProjectDeletionRequest.mode': 'ProjectDeletionMode',
  'ProjectDeletion.status': 'ProjectDeletionStatus',
  'Error.error': 'ErrorBody',
  streamJobEvents: 'JobEvent',
  streamEvents: 'EventFrame',
  'JobEvent.event': 'JobEventName',
  'EventFrame.event': 'EventFrameName',
  'EventWorkflowRun.status': 'WorkflowRunStatus',
  'EventWorkflowRun.pause': 'WorkflowPause',
  'EventBudget.scope': 'BudgetScope',
  'EventBudget.period': 'BudgetPeriod',
  'WorkflowJob.job_status': 'JobStatus',
  'WorkflowDetail.access': 'WorkflowAccess',
  'WorkflowDetail.definition': 'WorkflowDefinition',
  'WorkflowAttempt.mode': 'WorkflowRetryMode',
  'WorkflowRunRetryRequest.mode': 'WorkflowRetryMode',
  'WorkflowAttempt.status': 'WorkflowRunStatus',
  'WorkflowRunResult.status': 'WorkflowRunStatus',
  'WorkflowAttempt.pause': 'WorkflowPause',
  'WorkflowRun.pause': 'WorkflowPause',
  'WorkflowCandidate.file': 'WorkflowItemFile',
  'WorkflowNodeResult.type': 'WorkflowNodeType',
  'WorkflowNodeResult.status': 'WorkflowNodeStatus',
  'WorkflowCriteriaSort.direction': 'SortDirection',
};

/** Gives every variant, enum and object its own name, from which generators make readable types. */
export function nameSchemas(document: OpenApiDocument): void {
  const { schemas } = document.components;

  /** Moves a schema to the components and returns a reference. Descriptions beside the schema stay. */
  function hoist(schema: Schema, name: string): Schema {
    const { description, ...bare } = withoutNull(schema);
    const known = schemas[name];
    if (known && !isDeepStrictEqual(withoutWords(known), nameParts(structuredClone(bare), name))) {
      throw new Error(`two schemas of the OpenAPI document would be named ${name}`);
    }
    if (!known) {
      schemas[name] = bare;
      nameParts(bare, name);
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    const words = description === undefined ? {} : { description };
    return isNullable(schema) ? { anyOf: [reference, { type: 'null' }], ...words } : { ...reference, ...words };
  }

  function nameParts(schema: Schema, owner: string): Schema {
    for (const [property, part] of Object.entries(schema.properties ?? {})) {
      const place = `${owner}.${property}`;
      const { items } = part;
      if (needsName(part)) schema.properties![property] = hoist(part, names[place] ?? owner + pascalCase(property));
      else if (items && needsName(items)) {
        part.items = hoist(items, names[place] ?? owner + pascalCase(property).replace(/s$/, ''));
      }
    }
    nameVariants(schema, owner);
    return schema;
  }

  /** Names variants after the constant that distinguishes them. */
  function nameVariants(schema: Schema, owner: string): void {
    const variants = schema.oneOf ?? schema.anyOf;
    const tag = variants && tagOf(variants);
    if (!tag) return;
    const mapping: Record<string, string> = {};
    const oneOf = variants.map((variant) => {
      const value = String(variant.properties![tag]!.const);
      const { $ref } = hoist(
        { ...variant, description: undefined },
        names[`${owner}.${value}`] ?? owner + pascalCase(value),
      );
      mapping[value] = $ref!;
      return { $ref };
    });
    delete schema.anyOf;
    Object.assign(schema, { oneOf, discriminator: { propertyName: tag, mapping } });
  }

  for (const [name, schema] of Object.entries(schemas)) nameParts(schema, name);
  for (const { operationId, parameters = [], responses } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (!parameter.schema.enum) continue;
      const { enum: words } = parameter.schema;
      const same = Object.keys(schemas).find((name) => isDeepStrictEqual(schemas[name]!.enum, words));
      parameter.schema = hoist(parameter.schema, same ?? pascalCase(operationId) + pascalCase(parameter.name));
    }
    const stream = responses['200']?.content?.['text/event-stream'];
    // A client that applies the schema to the body would parse the stream as JSON.
    if (stream) stream.schema = { anyOf: [hoist(stream.schema, names[operationId]!), { type: 'string' }] };
  }
}

function needsName({ type, properties, enum: words, anyOf, oneOf }: Schema): boolean {
  if (words) return true;
  if (tagOf(anyOf ?? oneOf ?? [])) return true;
  return properties !== undefined && [type].flat().includes('object');
}

/** Returns the property whose constant differs in each variant. */
function tagOf(variants: Schema[]): string | undefined {
  const [first, ...others] = variants;
  if (!first || others.length === 0) return undefined;
  return Object.keys(first.properties ?? {}).find((name) =>
    variants.every(({ properties }) => properties?.[name]?.const !== undefined),
  );
}

function isNullable({ type, enum: words }: Schema): boolean {
  return [type].flat().includes('null') || words?.includes(null) === true;
}

function withoutNull(schema: Schema): Schema {
  if (!isNullable(schema)) return { ...schema };
  const types = [schema.type].flat().filter((type) => type !== 'null') as string[];
  const words = schema.enum?.filter((word) => word !== null);
  return { ...schema, type: types.length === 1 ? types[0] : types, ...(words && { enum: words }) };
}

function withoutWords({ description: _words, ...schema }: Schema): Schema {
  return schema;
}
