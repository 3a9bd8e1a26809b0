import type { Device, ManualDeviceType, TopologyNode } from '@northlight/contract';

export type Kind = Device['kind'];

/** Drawing of a card (specification §3). */
export type CardSymbol =
  | 'internet'
  | 'unknown-network'
  | 'unknown-device'
  | 'router'
  | 'v7'
  | 'wireless-router'
  | 'switch'
  | 'mesh'
  | 'ap'
  | 'ap-wired'
  | 'ap-wireless'
  | 'nvr'
  | 'cpe'
  | 'ipc'
  | 'expand-ap'
  | 'expand-cpe'
  | 'expand-ipc'
  | 'expand-ipc-wireless'
  | 'client';

/** Drawing and names of each kind; the name is shown where the drawing does not show the kind. */
export const KINDS: Readonly<
  Record<Kind, { readonly symbol: CardSymbol; readonly label: string; readonly plural: string }>
> = {
  gateway: { symbol: 'router', label: 'gateway', plural: 'gateways' },
  ac: { symbol: 'router', label: 'controller', plural: 'controllers' },
  wrouter: { symbol: 'wireless-router', label: 'wireless router', plural: 'wireless routers' },
  switch: { symbol: 'switch', label: 'switch', plural: 'switches' },
  mesh: { symbol: 'mesh', label: 'mesh node', plural: 'mesh nodes' },
  ap: { symbol: 'ap', label: 'AP', plural: 'APs' },
  nvr: { symbol: 'nvr', label: 'recorder', plural: 'recorders' },
  cpe: { symbol: 'cpe', label: 'bridge', plural: 'bridges' },
  ipc: { symbol: 'ipc', label: 'camera', plural: 'cameras' },
};
export const MANUAL_SYMBOLS: Readonly<Record<ManualDeviceType, CardSymbol>> = {
  switch: 'switch',
  modem: 'router',
  router: 'router',
  ap: 'ap',
  camera: 'ipc',
  recorder: 'nvr',
  server: 'nvr',
  other: 'unknown-device',
};
/** Kinds of which several devices behind one port are shown as one card. */
export const EXPANDABLE: Readonly<Partial<Record<Kind, CardSymbol>>> = {
  ap: 'expand-ap',
  cpe: 'expand-cpe',
  ipc: 'expand-ipc',
};

/** Returns the name of an unknown device, or what is known of it: `Unknown router`. */
export const formatUnknownName = ({ name, neighbour }: Pick<TopologyNode, 'name' | 'neighbour'>): string =>
  name ?? `Unknown ${neighbour?.type ?? 'device'}`;
