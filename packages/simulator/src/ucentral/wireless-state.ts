type JsonObject = Readonly<Record<string, unknown>>;
const toObjectList = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? (value as JsonObject[]) : [];

/** Radios of the simulated access point with their automatic channels. */
const RADIOS = [
  { band: '2G', channel: 6, width: 20 },
  { band: '5G', channel: 36, width: 80 },
] as const;
const UNCONFIGURED = [{ ssid: 'Simulated', bands: ['5G'], interfaceIndex: 0 }];

/** Builds the wireless state of a configuration: SSIDs by interface and band, and the state of the radios. */
export function buildWirelessState(config: JsonObject | undefined) {
  const interfaces = toObjectList(config?.['interfaces']);
  const wanted = interfaces.flatMap((one, interfaceIndex) =>
    toObjectList(one['ssids']).map((ssid) => ({
      ssid: String(ssid['name']),
      bands: toObjectList(ssid['wifi-bands']) as unknown as readonly string[],
      interfaceIndex,
    })),
  );
  const ssids = (config ? wanted : UNCONFIGURED).flatMap(({ interfaceIndex, bands, ssid }) =>
    RADIOS.filter(({ band }) => bands.includes(band)).map(({ band }) => ({ interfaceIndex, band, ssid })),
  );
  const radios = RADIOS.map(({ band, channel, width }) => {
    const set = toObjectList(config?.['radios']).find((radio) => radio['band'] === band);
    return {
      band: [band],
      channel: typeof set?.['channel'] === 'number' ? set['channel'] : channel,
      channel_width: set?.['channel-width'] ?? width,
      tx_power: set?.['tx-power'] ?? 20,
    };
  });
  return { ssids, radios };
}

const PSK_PROTOCOLS = new Set(['psk', 'psk2', 'psk-mixed', 'sae', 'sae-mixed']);

/** Returns the errors that the real client's parser reports for SSIDs, with their JSON pointers. */
export function findSsidErrors(config: JsonObject): string[] {
  return toObjectList(config['interfaces']).flatMap((one, interfaceIndex) =>
    toObjectList(one['ssids']).flatMap(({ encryption, name }, ssidIndex) => {
      const pointer = `/interfaces/${interfaceIndex}/ssids/${ssidIndex}`;
      const { key, proto } = (encryption ?? {}) as { key?: string; proto?: string };
      const long = typeof name === 'string' && name.length > 32;
      return [
        ...(long ? [`[E] (In ${pointer}/name) Value must be at most 32 characters long`] : []),
        ...(PSK_PROTOCOLS.has(proto ?? '') && (key ?? '').length < 8
          ? [`[E] (In ${pointer}/encryption/key) Value must be at least 8 characters long`]
          : []),
      ];
    }),
  );
}
