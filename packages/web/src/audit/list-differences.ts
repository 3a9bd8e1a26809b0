/** A field of an audit record that differs; a value that is absent is undefined. */
export interface Difference {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Returns the differences between the two values of an audit record. JSON is compared field by field; other
 * text is one value.
 */
export function listDifferences(
  before: string | undefined,
  after: string | undefined,
): readonly Difference[] {
  const [old, next] = [toFields(before), toFields(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((field) => ({ field, before: old.get(field), after: next.get(field) }))
    .filter((each) => each.before !== each.after);
}

function toFields(text: string | undefined): Map<string, string> {
  const fields = new Map<string, string>();
  if (text !== undefined) addFields(fields, '', parseValue(text));
  return fields;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function addFields(fields: Map<string, string>, path: string, value: unknown): void {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  if (entries.length === 0 || isPlainList)
    fields.set(path === '' ? 'Value' : formatPath(path), formatValue(value));
  else for (const [key, each] of entries) addFields(fields, path === '' ? key : `${path}.${key}`, each);
}

/** Formats a path: `dhcpPools.0.leaseSeconds` becomes `Dhcp pools 1, lease seconds`. */
function formatPath(path: string): string {
  const text = path
    .split('.')
    .map((part) =>
      /^\d+$/.test(part)
        ? ` ${Number(part) + 1}`
        : `, ${part.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
    )
    .join('')
    .replace(/^[, ]+/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatValue(value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (value === null || value === '') return 'None';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(formatValue).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'None';
}
