/** True if two JSON values are equal; the order of members does not matter, and absent members are undefined. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [first, second] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...first.keys(), ...second.keys()])].every((name) =>
    isSame(first.get(name), second.get(name)),
  );
}
