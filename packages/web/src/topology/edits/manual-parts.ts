import type { ManualDeviceType, Topology } from '@northlight/contract';
import { formatManualId, isUnknownId } from '@northlight/topology';

/** Names of the types of manual devices. */
export const MANUAL_TYPE_LABELS: Readonly<Record<ManualDeviceType, string>> = {
  switch: 'Unmanaged switch',
  modem: 'Provider’s modem',
  router: 'Router',
  ap: 'Access point',
  camera: 'Camera',
  recorder: 'Recorder',
  server: 'Server',
  other: 'Other device',
};

export const MANUAL_TYPE_OPTIONS = Object.entries(MANUAL_TYPE_LABELS).map(([value, label]) => ({
  value,
  label,
}));

export const createManualId = (): string => formatManualId(createLinkId());

export const createLinkId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** Lists the nodes at which a manual link can end, by name. */
export const listLinkEnds = ({ nodes }: Topology): { readonly value: string; readonly label: string }[] =>
  nodes
    .filter(({ id }) => !isUnknownId(id))
    .map(({ id, name = id }) => ({ value: id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));

/** Returns the text of a field, or undefined if it is empty. */
export const toPort = (text: string): string | undefined => text.trim() || undefined;
