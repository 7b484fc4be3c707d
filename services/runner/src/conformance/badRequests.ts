import type { Settings, ToolInput } from '@rotamer/tools/contract.ts';
import { checkRequest } from '@rotamer/tools/shared/checkRequest.ts';
import type { ExampleInput, Subject } from './subject.ts';

/** A request that a tool has to refuse before anything is charged. */
interface BadRequest {
  what: string;
  inputs: ToolInput[];
  settings?: Settings;
}

/** Kinds whose readers detect a text of another kind. Texts of other kinds are only checked by programs. */
const DISTINGUISHABLE = ['protein', 'dna', 'rna', 'msa', 'structure', 'hmm', 'tree', 'box'];

const PAGE = '<!doctype html><html><body><p>404 Not Found</p></body></html>\n';

/** Returns the bad requests that the tool's contract and check accept. */
export function acceptedBadRequests({ contract, check, example }: Subject): string[] {
  return badRequests(contract.slots, example?.inputs ?? [])
    .filter(
      ({ inputs, settings = {} }) => checkRequest(contract, check, inputs, settings).verdict.problems.length === 0,
    )
    .map(({ what }) => what);
}

function badRequests(slots: Subject['contract']['slots'], inputs: ExampleInput[]): BadRequest[] {
  const perSlot = slots.flatMap(({ id, min, max }) => {
    const own = inputs.filter(({ slotId }) => slotId === id);
    const [one] = own;
    if (!one) return [];
    const with_ = (what: string, other: Partial<ExampleInput>) => ({
      what: `${what} in slot ${id}`,
      inputs: inputs.map((input) => (input === one ? { ...input, ...other } : input)),
    });
    const copies = Array.from({ length: max + 1 - own.length }, (_, i) => ({ ...one, id: `more${i}` }));
    return [
      with_('an empty text', { text: '' }),
      with_('bytes that are no text', { text: 'MK\0TAY\0' }),
      ...(DISTINGUISHABLE.includes(one.kind) ? [with_('a page of HTML', { text: PAGE })] : []),
      with_('an unknown format', { format: 'EXE' }),
      with_('an unknown kind', { kind: 'nothing' }),
      { what: `${max + 1} inputs in slot ${id}`, inputs: [...inputs, ...copies] },
      ...(min > 0 ? [{ what: `nothing in slot ${id}`, inputs: inputs.filter(({ slotId }) => slotId !== id) }] : []),
    ];
  });
  return [
    ...perSlot,
    {
      what: 'an input for an unknown slot',
      inputs: [...inputs, { id: 'x', slotId: 'nothing', kind: 'x', format: 'X' }],
    },
    { what: 'an unknown setting', inputs, settings: { no_such_setting: true } },
  ];
}
