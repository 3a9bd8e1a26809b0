type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Lists the paths of members that a schema has dropped from a value: `config.wan.0.vlanId`. */
export function listUnknownMembers(value: unknown, parsed: unknown, path: readonly string[] = []): string[] {
  if (!isMembers(value) || !isMembers(parsed)) return [];
  return Object.keys(value).flatMap((key) => {
    const at = [...path, key];
    return Object.hasOwn(parsed, key) ? listUnknownMembers(value[key], parsed[key], at) : [at.join('.')];
  });
}
