type Told = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly Told[] => (Array.isArray(value) ? (value as Told[]) : []);

/** Bands of the simulated access point's radios, with the channel that each finds by itself. */
const RADIOS = [
  { band: '2G', channel: 6, width: 20 },
  { band: '5G', channel: 36, width: 80 },
] as const;
const UNCONFIGURED = [{ ssid: 'Simulated', bands: ['5G'], at: 0 }];

/** What is on the air under a configuration: its SSIDs by interface and band, and what its radios do. */
export function airOf(config: Told | undefined) {
  const interfaces = listOf(config?.['interfaces']);
  const wanted = interfaces.flatMap((one, at) =>
    listOf(one['ssids']).map((ssid) => ({
      ssid: String(ssid['name']),
      bands: listOf(ssid['wifi-bands']) as unknown as readonly string[],
      at,
    })),
  );
  const ssids = (config ? wanted : UNCONFIGURED).flatMap(({ at, bands, ssid }) =>
    RADIOS.filter(({ band }) => bands.includes(band)).map(({ band }) => ({ at, band, ssid })),
  );
  const radios = RADIOS.map(({ band, channel, width }) => {
    const set = listOf(config?.['radios']).find((radio) => radio['band'] === band);
    return {
      band: [band],
      channel: typeof set?.['channel'] === 'number' ? set['channel'] : channel,
      channel_width: set?.['channel-width'] ?? width,
      tx_power: set?.['tx-power'] ?? 20,
    };
  });
  return { ssids, radios };
}

const KEYED = new Set(['psk', 'psk2', 'psk-mixed', 'sae', 'sae-mixed']);

/** What the real client's parser says of SSIDs, by the place of each. */
export function ssidFaults(config: Told): string[] {
  return listOf(config['interfaces']).flatMap((one, at) =>
    listOf(one['ssids']).flatMap(({ encryption, name }, place) => {
      const pointer = `/interfaces/${at}/ssids/${place}`;
      const { key, proto } = (encryption ?? {}) as { key?: string; proto?: string };
      const long = typeof name === 'string' && name.length > 32;
      return [
        ...(long ? [`[E] (In ${pointer}/name) Value must be at most 32 characters long`] : []),
        ...(KEYED.has(proto ?? '') && (key ?? '').length < 8
          ? [`[E] (In ${pointer}/encryption/key) Value must be at least 8 characters long`]
          : []),
      ];
    }),
  );
}
