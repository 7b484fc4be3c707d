import type { PublicTool, PublicToolSummary } from '@rotamer/api/schemas/tool.ts';
import type { Tool } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { CreditModel, ToolContract } from '@rotamer/tools/contract.ts';
import { columnsOf } from '@rotamer/tools/shared/columns/columnsOf.ts';
import { exampleRequest } from '@rotamer/tools/shared/example/exampleRequest.ts';

/** A tool as an item of a list. */
export function presentToolSummary(tool: Tool): PublicToolSummary {
  const { id, name, description, category, tags, credit } = contractOf(tool);
  return { id, object: 'tool', name, description, category, tags, credit_model: { is_free: credit.mode === 'free' } };
}

/** A tool with its whole contract. */
export function presentTool(tool: Tool): PublicTool {
  const contract = contractOf(tool);
  const example = exampleRequest(contract);
  return {
    id: contract.id,
    object: 'tool',
    name: contract.name,
    description: contract.description,
    category: contract.category,
    subcategory: contract.subcategory ?? null,
    tags: contract.tags,
    version: contract.version,
    available: tool.available,
    credit_model: presentCreditModel(contract.credit),
    input: { slots: contract.slots },
    ...(contract.dataset && { dataset: contract.dataset }),
    settings: contract.settings,
    output: {
      ports: contract.ports.map(({ contentType, kind, headings, ...port }) => ({
        ...port,
        ...(port.type === 'items' && { columns: columnsOf({ ...port, headings }) }),
        kind: kind ?? null,
        content_type: contentType,
        varies: contract.varies?.find(({ port: id }) => id === port.id)?.why,
      })),
    },
    ...(contract.scenes && { scenes: contract.scenes }),
    limits: {
      wall_seconds: contract.limits.wallSeconds,
      memory_mib: contract.limits.memoryMiB,
      cpu_cores: contract.limits.cpuCores,
      output_mib: contract.limits.outputMiB,
    },
    ...(contract.log && { log: contract.log }),
    citation: contract.citation,
    license: contract.license,
    ...(example && { example: { name: contract.name, ...example } }),
  };
}

function presentCreditModel(credit: CreditModel): PublicTool['credit_model'] {
  switch (credit.mode) {
    case 'free':
      return { is_free: true };
    case 'fixed':
      return {
        is_free: false,
        mode: 'fixed',
        base_credits: credit.base,
        credits_per_unit: credit.perUnit,
        unit: credit.unit,
      };
    case 'metered_runtime':
      return { is_free: false, mode: 'metered_runtime', rate_credits_per_minute: credit.ratePerMinute };
  }
}

/** Returns the contract of a tool. */
export function contractOf(tool: Tool): ToolContract {
  return JSON.parse(tool.contractJson);
}
