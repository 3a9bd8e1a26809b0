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

export const SYMBOLS: Readonly<Record<Kind, CardSymbol>> = {
  gateway: 'router',
  ac: 'router',
  wrouter: 'wireless-router',
  switch: 'switch',
  mesh: 'mesh',
  ap: 'ap',
  nvr: 'nvr',
  cpe: 'cpe',
  ipc: 'ipc',
};
/** Names of kinds in the note of a card whose drawing does not show its kind. */
export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  gateway: 'gateway',
  ac: 'controller',
  wrouter: 'wireless router',
  switch: 'switch',
  mesh: 'mesh node',
  ap: 'AP',
  nvr: 'recorder',
  cpe: 'bridge',
  ipc: 'camera',
};
export const PLURALS: Readonly<Record<Kind, string>> = {
  gateway: 'gateways',
  ac: 'controllers',
  wrouter: 'wireless routers',
  switch: 'switches',
  mesh: 'mesh nodes',
  ap: 'APs',
  nvr: 'recorders',
  cpe: 'bridges',
  ipc: 'cameras',
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
