import type { AlsoCited, CreditModel, OutputPort, ToolContract, ToolInputSlot } from '@rotamer/tools/contract.ts';
import { exampleRequest } from '@rotamer/tools/shared/example/exampleRequest.ts';
import type { TSchema } from 'typebox';

/** The contents of a tool's page. */
export interface ToolView {
  contract: ToolContract;
  available: boolean;
  price: string;
  slots: { slot: ToolInputSlot; count: string; records: string }[];
  settings: { name: string; type: string; byDefault: string; description: string }[];
  ports: OutputPort[];
  /** The papers and programs to cite, with links. */
  cited: { text: string; url?: string; when?: string }[];
  /** A shell command that submits a job, if the tool has a small example. */
  command?: string;
}

/** `apiUrl`: the base of the public API. */
export function toolView(contract: ToolContract, available: boolean, apiUrl: string): ToolView {
  const { also = [], ...paper } = contract.citation;
  const example = exampleRequest(contract);
  return {
    contract,
    available,
    price: priceOf(contract.credit),
    slots: contract.slots.map((slot) => ({
      slot,
      count: range(slot.min, slot.max),
      records: range(slot.capabilities.records.min, slot.capabilities.records.max),
    })),
    settings: Object.entries(contract.settings.properties).map(([name, schema]) => shownSetting(name, schema)),
    ports: contract.ports,
    cited: [paper, ...also].map(({ text, doi, url, when }: AlsoCited) => ({
      ...{ text, when, url: doi ? `https://doi.org/${doi}` : url },
    })),
    command: example && curl(`${apiUrl}/jobs`, { name: contract.name, ...example }),
  };
}

/** Describes what a job costs. */
export function priceOf(credit: CreditModel): string {
  switch (credit.mode) {
    case 'free':
      return 'free';
    case 'fixed': {
      const perUnit = `${credits(credit.perUnit)} per ${credit.unit}`;
      if (credit.perUnit === 0) return credits(credit.base);
      return credit.base > 0 ? `${credits(credit.base)} and ${perUnit}` : perUnit;
    }
    case 'metered_runtime':
      return `${credits(credit.ratePerMinute)} per minute`;
  }
}

const credits = (count: number) => `${count} credit${count === 1 ? '' : 's'}`;

const range = (min: number, max: number) => (min === max ? `${min}` : `${min}–${max.toLocaleString('en')}`);

function shownSetting(name: string, schema: TSchema): ToolView['settings'][number] {
  const { default: value, description = '' } = schema as { default?: unknown; description?: string };
  const byDefault = value === undefined ? '' : JSON.stringify(value);
  return { name, type: typeOf(schema), byDefault, description };
}

interface Bounded {
  type?: string;
  enum?: unknown[];
  anyOf?: Bounded[];
  minimum?: number;
  maximum?: number;
}

function typeOf(schema: unknown): string {
  const { type, enum: values, anyOf, minimum, maximum } = schema as Bounded;
  if (values) return values.map((value) => JSON.stringify(value)).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  const bounds = [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`];
  return [type ?? 'any', ...bounds.filter(Boolean)].join(' ');
}

/** Writes a curl command. Its body is a quoted here-document, which the shell does not interpret. */
function curl(url: string, body: object): string {
  return `curl ${url} \\
  -H "Authorization: Bearer $ROTAMER_API_KEY" -H 'Content-Type: application/json' \\
  -d @- <<'JSON'
${JSON.stringify(body, null, 2)}
JSON`;
}
