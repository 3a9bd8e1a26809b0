import {
  type BridgeDevice,
  type BridgeLink,
  type BridgeState,
  computeClearanceMetres,
  computeExpectedSignalDbm,
  type DeviceBridgePeer,
  getChannelFrequencyMhz,
  getSensitivityDbm,
  LINK_MARGIN_DB,
} from '@northlight/contract';

/** Measurements of one end of a link about the other end. */
export interface EndReading {
  /** Bridge that measures. */
  readonly id: string;
  readonly name: string;
  readonly peer: DeviceBridgePeer;
  readonly noiseDbm: number | undefined;
  /** Signal that free space and exactly aligned antennas give; undefined without known antennas. */
  readonly expectedDbm: number | undefined;
  /** Sample time of the report. */
  readonly at: string | undefined;
}

/** A client of a link as the reports of both ends show it. */
export interface ClientReading {
  readonly clientId: string;
  readonly name: string;
  /** `unknown` until one of the ends has reported. */
  readonly state: 'connected' | 'disconnected' | 'unknown';
  /** Ends that measure the other one: client first. */
  readonly ends: readonly EndReading[];
}

const DEFAULT_CHANNEL = 100;

/** Combines the reports of the bridges of a link, for each client. Reports of offline bridges are ignored. */
export function readLink(
  link: BridgeLink,
  states: readonly BridgeState[],
  devices: readonly BridgeDevice[],
): ClientReading[] {
  const find = (id: string): BridgeState | undefined =>
    states.find((state) => state.id === id && state.online);
  const nameOf = (id: string): string => devices.find((device) => device.id === id)?.name ?? 'Removed bridge';
  const readEnd = (id: string, peerId: string): EndReading[] => {
    const { bridge, bridgeAt: at } = find(id) ?? {};
    const peer = bridge?.peers.find((each) => 'id' in each.peer && each.peer.id === peerId);
    if (!bridge || !peer) return [];
    const expectedDbm = computeExpected(link, [peerId, id], { devices, find });
    return [{ id, name: nameOf(id), peer, noiseDbm: bridge.noiseDbm, expectedDbm, at }];
  };
  return link.clientIds.map((clientId) => {
    const ends = [...readEnd(clientId, link.baseId), ...readEnd(link.baseId, clientId)];
    const isReported = [clientId, link.baseId].some((id) => find(id)?.bridge !== undefined);
    const state = ends.length > 0 ? 'connected' : isReported ? 'disconnected' : 'unknown';
    return { clientId, name: nameOf(clientId), state, ends };
  });
}

function computeExpected(
  { channel, distanceMetres, powerDbm }: BridgeLink,
  [senderId, receiverId]: readonly [string, string],
  {
    devices,
    find,
  }: {
    readonly devices: readonly BridgeDevice[];
    readonly find: (id: string) => BridgeState | undefined;
  },
): number | undefined {
  const [sender, receiver] = [senderId, receiverId].map(
    (id) => devices.find((each) => each.id === id)?.radio,
  );
  if (sender?.antennaGainDbi === undefined || receiver?.antennaGainDbi === undefined) return undefined;
  const setPower = powerDbm === 'auto' ? sender.maxPowerDbm : powerDbm;
  const used = find(senderId)?.bridge?.channel ?? find(receiverId)?.bridge?.channel;
  return computeExpectedSignalDbm({
    powerDbm: find(senderId)?.bridge?.powerDbm ?? setPower,
    gainDbi: sender.antennaGainDbi,
    peerGainDbi: receiver.antennaGainDbi,
    distanceMetres,
    frequencyMhz: getChannelFrequencyMhz(used ?? (channel === 'auto' ? DEFAULT_CHANNEL : channel)),
  });
}

/** Expected figures of a link before it is measured. */
export interface LinkPlan {
  /** Radius (m) around the line of sight that must be free at its middle. */
  readonly clearanceMetres: number;
  /** Expected signal at the clients; undefined without known antennas. */
  readonly expectedDbm: number | undefined;
  /** Expected signal above the receiver's minimum (dB). */
  readonly marginDb: number | undefined;
}

/** Computes the expected figures of a link with these settings. */
export function planLink(link: BridgeLink, devices: readonly BridgeDevice[]): LinkPlan {
  const frequencyMhz = getChannelFrequencyMhz(link.channel === 'auto' ? DEFAULT_CHANNEL : link.channel);
  const [clientId = ''] = link.clientIds;
  const expectedDbm = computeExpected(link, [link.baseId, clientId], { devices, find: () => undefined });
  return {
    clearanceMetres: computeClearanceMetres(link.distanceMetres, frequencyMhz),
    expectedDbm,
    marginDb: expectedDbm === undefined ? undefined : expectedDbm - getSensitivityDbm(getWidthMhz(link)),
  };
}

const DEFAULT_WIDTH_MHZ = 40;
/** Returns the width of a link, also while its base chooses it. */
export const getWidthMhz = ({
  widthMhz,
}: Pick<BridgeLink, 'widthMhz'>): Exclude<BridgeLink['widthMhz'], 'auto'> =>
  widthMhz === 'auto' ? DEFAULT_WIDTH_MHZ : widthMhz;

/** Difference between expected and measured signal from which a cause must be searched (dB). */
const WEAK_DB = 6;

/** Returns advice about a measured signal; undefined for a good one. */
export function findAdvice(
  link: BridgeLink,
  { expectedDbm, peer: { signalDbm } }: Pick<EndReading, 'expectedDbm' | 'peer'>,
): string | undefined {
  const missing = expectedDbm === undefined ? 0 : Math.round(expectedDbm - signalDbm);
  if (missing >= WEAK_DB)
    return `${missing} dB weaker than expected. Align the antennas, and check that the line of sight is free.`;
  const margin = Math.round(signalDbm - getSensitivityDbm(getWidthMhz(link)));
  if (margin >= LINK_MARGIN_DB) return undefined;
  return `${margin} dB above the minimum. Rain can interrupt the link: ${LINK_MARGIN_DB} dB are needed. Use more power or a narrower channel.`;
}

/** Returns a short label of the state of a link: `Connected`, `1 of 2 connected`, `Not connected`. */
export function describeLinkState(clients: readonly ClientReading[]): string {
  const connected = clients.filter(({ state }) => state === 'connected').length;
  if (clients.every(({ state }) => state === 'unknown')) return 'Not reported yet';
  if (connected === clients.length) return 'Connected';
  return connected === 0 ? 'Not connected' : `${connected} of ${clients.length} connected`;
}

/** Returns the weakest signal of a link (dBm); undefined without a connected client. */
export const findWeakestSignal = (clients: readonly ClientReading[]): number | undefined => {
  const signals = clients.flatMap(({ ends }) => ends.map(({ peer }) => peer.signalDbm));
  return signals.length > 0 ? Math.min(...signals) : undefined;
};
