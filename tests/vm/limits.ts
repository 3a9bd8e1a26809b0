/** Reads the rate limits of an access point back from nftables. */
import type { Host } from './host.ts';

/** Limit of the upload of each client at an interface. */
export interface UploadLimit {
  readonly kbps: number;
  /** MAC addresses of the clients whose frames the limit has counted. */
  readonly clients: readonly string[];
}

/** Returns the upload limits by the interface of the radio. */
export async function readUploadLimits(host: Host): Promise<ReadonlyMap<string, UploadLimit>> {
  const text = await host.run('nft', 'list', 'table', 'bridge', 'northlight');
  const rules = text.matchAll(
    /iifname "(\S+)" update @(\S+) \{ ether saddr limit rate over (\d+) bytes\/second/g,
  );
  return new Map(
    [...rules].map(([, device = '', set = '', bytes]) => {
      const members = new RegExp(`set ${set} \\{[^}]*elements = \\{([^}]*)\\}`).exec(text)?.[1] ?? '';
      const clients = members.match(/(?:[0-9a-f]{2}:){5}[0-9a-f]{2}/g) ?? [];
      return [device, { kbps: (Number(bytes) * 8) / 1000, clients }] as const;
    }),
  );
}
