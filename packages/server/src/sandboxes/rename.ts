/**
 * Returns a JSON value in which every text that is a key of `names` is replaced by its value. Ids of devices and secrets,
 * and MAC addresses, are whole texts in a configuration and occur in no other meaning.
 */
export function renameTexts<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  return rename(value, names) as Value;
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each: unknown) => rename(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, rename(own, names)]));
}

/** Returns the names in both ways of writing MAC addresses. */
export const withBothCases = (names: Iterable<readonly [string, string]>): [string, string][] =>
  [...names].flatMap(([from, to]): [string, string][] => [
    [from.toLowerCase(), to.toLowerCase()],
    [from.toUpperCase(), to.toUpperCase()],
  ]);
