import { formatsOf } from '@rotamer/formats/formats.ts';
import type { Kind, OutputPort, ToolContract } from '@rotamer/tools/contract.ts';
import { readConfigured } from '@rotamer/tools/shared/configured/readers.ts';
import { plainCapabilities } from '@rotamer/tools/shared/slots.ts';
import type { Run } from './runOnce.ts';

/** Returns the output files that do not have the format of their port, each with the reason. */
export function wrongFormats({ ports }: ToolContract, { files }: Pick<Run, 'files'>): string[] {
  return files.flatMap(({ port: id, name, bytes }) => {
    const wrong = wrongFormat(ports.find((port) => port.id === id)!, bytes);
    return wrong ? [`${id}/${name}: ${wrong}`] : [];
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Formats that are not text. */
const BINARY = ['DX.GZ'];

function wrongFormat({ kind, format, contentType }: OutputPort, bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'is empty';
  if (BINARY.includes(format) || !/^(text|chemical)\/|json|xml/.test(contentType)) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'is not UTF-8 text';
  }
  if (kind && formatsOf[kind].includes(format)) return unreadable(kind, format, text);
  return format === 'JSON' ? unreadable('box', 'JSON', text) : undefined;
}

/** Reads a text as a next tool's slot would, but with limits that no file reaches. Returns the first problem. */
function unreadable(kind: Kind, format: string, text: string): string | undefined {
  const slot = {
    ...{ id: 'output', label: 'Output', min: 1, max: 1, acceptedKinds: [kind], acceptedFormats: [format] },
    defaultKind: kind,
    capabilities: plainCapabilities(
      { min: 0, max: 1_000_000 },
      { maxResidues: 10_000_000, maxColumns: 10_000_000, externalSources: [] },
    ),
  };
  const staging = { as: 'files', structure: 'atoms' } as const;
  return readConfigured([{ id: 'output', slotId: slot.id, kind, format, text }], slot, staging).problems[0]?.message;
}
