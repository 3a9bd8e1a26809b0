import type { Partition } from './partition.ts';

/**
 * Splits a partition into its connected parts, each with the blocks of spectrum that its radios can use: the bands of a site,
 * and buildings that do not receive each other. The cost of the whole is the sum of theirs, and each bound is closer.
 */
export function splitPartition({ own, pairs, parts, size }: Partition): Partition[] {
  const canUse = (radio: number, part: number): boolean => Number.isFinite(own[radio * parts + part]!);
  const isConnected = ({ a, b, weight }: Partition['pairs'][number]): boolean => {
    if (weight === 0) return false;
    for (let part = 0; part < parts; part += 1) if (canUse(a, part) && canUse(b, part)) return true;
    return false;
  };
  const component = findComponents(size, pairs.filter(isConnected));
  return [...Map.groupBy(component.keys(), (radio) => component[radio]!).values()].map((radios) => {
    const used = Array.from({ length: parts }, (_, part) => part).filter((part) =>
      radios.some((radio) => canUse(radio, part)),
    );
    const index = new Map(radios.map((radio, position) => [radio, position] as const));
    return {
      size: radios.length,
      parts: used.length,
      own: Float64Array.from(radios.flatMap((radio) => used.map((part) => own[radio * parts + part]!))),
      pairs: pairs.flatMap((pair) => {
        const [a, b] = [index.get(pair.a), index.get(pair.b)];
        return a !== undefined && b !== undefined && isConnected(pair) ? [{ a, b, weight: pair.weight }] : [];
      }),
    };
  });
}

/** Returns the lowest radio of the connected part of each radio. */
function findComponents(size: number, pairs: Partition['pairs']): Int32Array {
  const parent = Int32Array.from({ length: size }, (_, radio) => radio);
  const find = (radio: number): number => {
    let root = radio;
    while (parent[root] !== root) root = parent[root]!;
    for (let each = radio; each !== root;) {
      const next = parent[each]!;
      parent[each] = root;
      each = next;
    }
    return root;
  };
  for (const { a, b } of pairs) {
    const [one, other] = [find(a), find(b)];
    parent[Math.max(one, other)] = Math.min(one, other);
  }
  return parent.map((_, radio) => find(radio));
}
