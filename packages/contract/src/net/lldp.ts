import { z } from 'zod';

/** Capabilities that a neighbour announces by LLDP (IEEE 802.1AB). A phone is *telephone* there, `wlan` an access point. */
export const LLDP_CAPABILITIES = [
  'bridge',
  'router',
  'wlan',
  'phone',
  'station',
  'repeater',
  'docsis',
  'other',
] as const;
const lldpCapability = z.enum(LLDP_CAPABILITIES);
export type LldpCapability = z.infer<typeof lldpCapability>;

/** Names of programs for capabilities, in lower case, where they differ. */
const ALIASES: Readonly<Record<string, LldpCapability>> = { tel: 'phone', telephone: 'phone' };

/** Returns the capabilities with these names, in any case; leaves out unknown names and other values. */
export function parseLldpCapabilities(names: readonly unknown[]): LldpCapability[] {
  const known = names.flatMap((name): LldpCapability[] => {
    if (typeof name !== 'string') return [];
    const text = name.toLowerCase();
    const { data = Object.hasOwn(ALIASES, text) ? ALIASES[text] : undefined } =
      lldpCapability.safeParse(text);
    return data ? [data] : [];
  });
  return [...new Set(known)];
}

/** A list of capabilities; leaves out unknown names, and is absent if it is no list. */
export const lldpCapabilities = z
  .unknown()
  .transform((value) => (Array.isArray(value) ? parseLldpCapabilities(value) : undefined));

/** Returns true for a neighbour that announces to connect others: a switch, a router or an access point. */
export const isNetworkEquipment = (capabilities: readonly LldpCapability[] = []): boolean =>
  capabilities.some((name) => name === 'bridge' || name === 'router' || name === 'wlan');

/** Returns true for a neighbour that announces to be nothing but a computer or a phone, and is therefore a client. */
export const isEndpoint = (capabilities: readonly LldpCapability[] = []): boolean =>
  capabilities.length > 0 && capabilities.every((name) => name === 'station' || name === 'phone');
