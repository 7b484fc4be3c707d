import type { AlsoCited, CreditModel, ToolContract } from '../contract.ts';

/** As long as ids that clients name may be. */
const MAX_ID_LENGTH = 128;
const MAX_TEXT_LENGTH = 500;
const MAX_ALSO_CITED = 20;

/** Maximum price in credits. As millicredits, multiplied by any number of units, it remains an exact integer. */
const MAX_CREDITS = 1_000_000;

/** One millicredit, the smallest amount of the ledger. A lower price would be charged as nothing. */
const MIN_CREDITS = 0.001;

/**
 * Refuses an invalid contract when it is loaded. A price of NaN, for example, would pass every later comparison with a
 * limit.
 *
 * @throws Error that names the tool and the path in its contract.
 */
export function refuseUnsound(contract: ToolContract): void {
  const [path, message] = unsoundPart(contract) ?? [];
  if (path) throw new Error(`tool ${JSON.stringify(contract.id)}: ${path}: ${message}`);
}

type Found = [path: string, message: string] | undefined;

/** Returns the first invalid part of a contract. */
export function unsoundPart(contract: ToolContract): Found {
  const { id, name, slots, ports, limits, credit, settings, citation, license } = contract;
  return (
    text('id', id, MAX_ID_LENGTH) ??
    text('name', name, MAX_TEXT_LENGTH) ??
    first(slots, (slot, i) => {
      const path = `slots[${i}]`;
      return (
        text(`${path}.id`, slot.id, MAX_ID_LENGTH) ??
        text(`${path}.label`, slot.label, MAX_TEXT_LENGTH) ??
        whole(`${path}.min`, slot.min, 0) ??
        whole(`${path}.max`, slot.max, Math.max(1, slot.min))
      );
    }) ??
    first(ports, (port, i) => {
      return text(`ports[${i}].id`, port.id, MAX_ID_LENGTH) ?? text(`ports[${i}].label`, port.label, MAX_TEXT_LENGTH);
    }) ??
    first(Object.entries(limits), ([limit, value]) => amount(`limits.${limit}`, value, MIN_CREDITS, 1e9)) ??
    first(Object.entries(settings.properties), ([setting, schema]) => {
      const { type, maxItems } = schema as { type?: string; maxItems?: number };
      return type === 'array' ? whole(`settings.${setting}.maxItems`, maxItems, 1) : undefined;
    }) ??
    datasetProblem(contract) ??
    creditProblem(credit) ??
    citationProblem(citation) ??
    licenseProblem(license)
  );
}

function datasetProblem({ dataset, slots, settings }: ToolContract): Found {
  if (!dataset) return undefined;
  const { type, default: usual } = (settings.properties[dataset.setting] ?? {}) as { type?: string; default?: unknown };
  if (type !== 'string' || usual !== '') return ['dataset.setting', "must be a text setting with the default ''"];
  if (dataset.kinds.length === 0) return ['dataset.kinds', 'must have at least one kind'];
  if (dataset.slot === undefined) return undefined;
  const slot = slots.find(({ id }) => id === dataset.slot);
  return slot?.min === 0 ? undefined : ['dataset.slot', 'must be a slot with min 0'];
}

function creditProblem(credit: CreditModel): Found {
  switch (credit.mode) {
    case 'free':
      return undefined;
    case 'fixed':
      return (
        amount('credit.base', credit.base, 0, MAX_CREDITS) ??
        amount('credit.perUnit', credit.perUnit, 0, MAX_CREDITS) ??
        amount('credit', credit.base + credit.perUnit, MIN_CREDITS, 2 * MAX_CREDITS)
      );
    case 'metered_runtime':
      return amount('credit.ratePerMinute', credit.ratePerMinute, MIN_CREDITS, MAX_CREDITS);
    default:
      return ['credit.mode', 'must be free, fixed or metered_runtime'];
  }
}

function citationProblem(citation: ToolContract['citation'] | undefined): Found {
  const also = citation?.also ?? [];
  if (also.length > MAX_ALSO_CITED) return ['citation.also', `must have at most ${MAX_ALSO_CITED} papers`];
  return paperProblem('citation', citation) ?? first(also, (one, i) => paperProblem(`citation.also[${i}]`, one));
}

function paperProblem(path: string, paper: AlsoCited | undefined): Found {
  const { text: cited, doi, url, when } = paper ?? {};
  return (
    text(`${path}.text`, cited, MAX_TEXT_LENGTH) ??
    (when === undefined ? undefined : text(`${path}.when`, when, MAX_TEXT_LENGTH)) ??
    (doi === undefined && url === undefined ? [path, 'must be found by a doi or a url'] : undefined) ??
    (doi === undefined || /^10\.\d{4,9}\/\S{1,200}$/.test(doi)
      ? undefined
      : [`${path}.doi`, 'must be a DOI such as 10.1000/182']) ??
    (url === undefined || /^https:\/\/\S{1,500}$/.test(url) ? undefined : [`${path}.url`, 'must be an https address'])
  );
}

/**
 * Returns the problem of a licence. It checks only the form of an SPDX expression, because the list of licences changes
 * too often to be copied.
 */
function licenseProblem(license: string | undefined): Found {
  const isSound = typeof license === 'string' && /^[\w.+-]{1,64}( (AND|OR|WITH) [\w.+-]{1,64}){0,9}$/.test(license);
  return isSound ? undefined : ['license', 'must be an SPDX expression such as BSD-3-Clause'];
}

function amount(path: string, value: unknown, min: number, max: number): Found {
  const isSound = typeof value === 'number' && value >= min && value <= max;
  return isSound ? undefined : [path, `must be a number from ${min} to ${max}, is ${value}`];
}

function whole(path: string, value: unknown, min: number): Found {
  const isSound = Number.isSafeInteger(value) && (value as number) >= min;
  return isSound ? undefined : [path, `must be a whole number of at least ${min}, is ${value}`];
}

function text(path: string, value: unknown, max: number): Found {
  const isSound = typeof value === 'string' && value !== '' && value.length <= max;
  return isSound ? undefined : [path, `must be a string of 1 to ${max} characters`];
}

function first<Item>(items: Item[], problem: (item: Item, i: number) => Found): Found {
  for (const [i, item] of items.entries()) {
    const found = problem(item, i);
    if (found) return found;
  }
  return undefined;
}
