import type { Band, Capabilities } from '../device-protocol/capabilities.ts';

type Hardware = Pick<Capabilities, 'ports' | 'radios'>;
/** Ids of the present hardware with those of the new one; an id without a counterpart is absent. */
type Counterparts = ReadonlyMap<string, string>;

/** Pairs the ports of two models: the first uplink with the first uplink, and so on for each role. */
export function matchPorts({ ports: from }: Hardware, { ports: to }: Hardware): Counterparts {
  const byRole = Map.groupBy(to, ({ role }) => role);
  const counts = new Map<string, number>();
  return new Map(
    from.flatMap(({ id, role }) => {
      const position = counts.get(role) ?? 0;
      counts.set(role, position + 1);
      const counterpart = byRole.get(role)?.[position];
      return counterpart ? [[id, counterpart.id] as const] : [];
    }),
  );
}

/** Pairs the radios of two models: those of the same band first, then those of 5 GHz whatever part of it they use. */
export function matchRadios({ radios: from }: Hardware, { radios: to }: Hardware): Counterparts {
  const pairs = new Map<string, string>();
  const free = new Set(to);
  for (const isAlike of [isSameBand, isSameFrequency])
    for (const { band, id } of from) {
      if (pairs.has(id)) continue;
      const counterpart = [...free].find((radio) => isAlike(band, radio.band));
      if (!counterpart) continue;
      pairs.set(id, counterpart.id);
      free.delete(counterpart);
    }
  return pairs;
}

const isSameBand = (one: Band, other: Band): boolean => one === other;
const isSameFrequency = (one: Band, other: Band): boolean => one[0] === other[0];
