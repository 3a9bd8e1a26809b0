import type { DeviceVlans } from '@northlight/contract';
import { useMemo } from 'react';
import { findDifferent } from './compare-topologies.ts';
import type { CardLine, DisplayGraph } from './display-graph.ts';
import {
  findMatches,
  findPath,
  findSlowest,
  findSsid,
  findVlan,
  type Highlight,
  type SearchedDevice,
} from './highlight.ts';

/**
 * The part that the drawing shows in colour: everything, the changes between a past time and the present, a VLAN, an
 * SSID, or the path between two devices.
 */
export type Shown =
  | { readonly kind: 'all' | 'changes' }
  | { readonly kind: 'vlan'; readonly vlanId: number }
  | { readonly kind: 'ssid'; readonly name: string }
  | { readonly kind: 'path'; readonly ends: readonly string[] };

/** Reads the choice from the address, such as `vlan:20`, `ssid:Guests` or `path:ID,ID`. */
export function parseShown(text: string | undefined, isPast: boolean): Shown {
  if (text === 'changes' && isPast) return { kind: text };
  const [, kind, value = ''] = /^(vlan|ssid|path):(.*)$/.exec(text ?? '') ?? [];
  if (kind === 'vlan' && /^\d+$/.test(value)) return { kind, vlanId: Number(value) };
  if (kind === 'ssid') return { kind, name: value };
  if (kind === 'path') return { kind, ends: value.split(',').filter(Boolean).slice(0, 2) };
  return { kind: 'all' };
}

/** Writes the choice for the address; undefined for everything. */
export function formatShown(shown: Shown): string | undefined {
  switch (shown.kind) {
    case 'all':
      return undefined;
    case 'changes':
      return shown.kind;
    case 'vlan':
      return `vlan:${shown.vlanId}`;
    case 'ssid':
      return `ssid:${shown.name}`;
    case 'path':
      return `path:${shown.ends.join(',')}`;
  }
}

export interface ShownParts {
  readonly highlight: Highlight | undefined;
  /** The slowest link of the path, if a path is shown. */
  readonly slowest: CardLine | undefined;
}

/** Returns the cards and lines that stay in colour: the chosen part, or else those that match the text. */
export function useHighlight(
  graph: DisplayGraph,
  vlans: readonly DeviceVlans[],
  shown: Shown,
  text: string,
  devices: readonly SearchedDevice[],
): ShownParts {
  return useMemo(() => {
    const matches = findMatches(graph, text, devices);
    if (shown.kind === 'vlan') return { highlight: findVlan(graph, vlans, shown.vlanId), slowest: undefined };
    if (shown.kind === 'ssid') return { highlight: findSsid(graph, vlans, shown.name), slowest: undefined };
    if (shown.kind === 'changes') return { highlight: findDifferent(graph), slowest: undefined };
    const [from, to] = shown.kind === 'path' ? shown.ends : [];
    if (from === undefined || to === undefined) return { highlight: matches, slowest: undefined };
    const path = findPath(graph, from, to);
    return {
      highlight: { ids: new Set(path), missing: new Map() },
      slowest: findSlowest(graph, path),
    };
  }, [devices, graph, shown, text, vlans]);
}
