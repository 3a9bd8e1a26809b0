import { formatCanonicalJson } from '@northlight/runtime';
import type { Emission } from './emit/emission-builder.ts';
import { parseList, parseObject, type UntrustedObject } from './untrusted-values.ts';

const ENTRIES_MAX = 4_096;
/** Number of settings above which a refusal is reported for the configuration as a whole. */
const PATHS_MAX = 8;

/**
 * Lists the paths of the settings in which the document of a switch differs from the one that it runs. Returns no path
 * if too many differ to help. Removed settings have no path.
 */
export function listChangedPaths({ document, pathOf }: Emission, running: UntrustedObject): string[] {
  const [before, after] = [indexParts(running), indexParts(document)];
  const changed = [...after].flatMap(([key, { pointer, value }]) =>
    value === before.get(key)?.value ? [] : [pathOf(pointer)],
  );
  const located = [...new Set(changed)].filter((path) => path !== '');
  // Omits a list of which an item has changed.
  const paths = located.filter((path) => !located.some((other) => other.startsWith(`${path}.`)));
  return paths.length <= PATHS_MAX ? paths : [];
}

/** A part of a document, as canonical JSON, with its pointer. */
interface Part {
  readonly pointer: string;
  readonly value: string;
}

/** Returns the ports, VLANs, VLAN members and global settings of a document, by keys that do not depend on their order. */
function indexParts(document: UntrustedObject): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const add = (key: string, pointer: string, value: unknown): void => {
    parts.set(key, { pointer, value: formatCanonicalJson(value ?? null) });
  };
  listEntries(document['ethernet']).forEach((port, index) =>
    add(`port ${formatKey(port['select-ports'])}`, `/ethernet/${index}`, port),
  );
  listEntries(document['interfaces']).forEach(({ ethernet, ...vlan }, index) => {
    const key = `vlan ${formatKey(vlan['vlan'])}`;
    add(key, `/interfaces/${index}`, vlan);
    listEntries(ethernet).forEach((member, position) =>
      add(`${key} ${formatKey(member)}`, `/interfaces/${index}/ethernet/${position}`, true),
    );
  });
  add('switch', '/switch', document['switch']);
  return parts;
}

const listEntries = (value: unknown): UntrustedObject[] => parseList(value, ENTRIES_MAX).map(parseObject);
const formatKey = (value: unknown): string => formatCanonicalJson(value ?? null);
