import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Problem, Settings, ToolContract } from '../contract.ts';
import { MAX_PROBLEMS, quoted } from './problems.ts';
import { unfitSettings } from './unfitSettings.ts';

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: true });
const validators = new WeakMap<ToolContract, ValidateFunction>();

/** Returns the settings with their defaults filled in, and the problems of the given ones. */
export function completeSettings(contract: ToolContract, given: unknown): { settings: Settings; problems: Problem[] } {
  let validate = validators.get(contract);
  if (!validate) {
    validate = ajv.compile(contract.settings);
    validators.set(contract, validate);
  }
  const unfit = unfitSettings(given);
  if (unfit) return { settings: {}, problems: [{ path: 'settings', message: unfit }] };
  const settings = structuredClone(given ?? {}) as Settings;
  validate(settings);
  return { settings, problems: (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(settingProblem) };
}

function settingProblem({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): Problem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((before, part) => (/^\d+$/.test(part) ? `${before}[${part}]` : `${before}.${part}`), 'settings');
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    const isPlain = /^\w{1,64}$/.test(name);
    return { path: isPlain ? `${path}.${name}` : path, message: `this tool has no setting ${quoted(name)}` };
  }
  if (keyword === 'enum') return { path, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { path, message };
}
