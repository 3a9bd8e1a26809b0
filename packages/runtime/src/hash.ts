import { createHash } from 'node:crypto';

/** Returns JSON with sorted object keys and without undefined members, so that equal documents have equal text. */
export function formatCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => formatCanonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${formatCanonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

export function hashSha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
