import {
  type Device,
  type LayoutDirection,
  type Topology,
  type TopologyLink,
  INTERNET_ID,
} from '@northlight/contract';
import { lazy, Suspense } from 'react';
import { DevicePanel, DevicePanelTitle } from '../devices/index.ts';
import { type DisplayGraph } from './graph/display-graph.ts';
import type { EditMode } from './edits/use-edit-mode.ts';
import { formatLinkTitle } from './links/link-facts.ts';

const LinkPanel = lazy(async () => ({ default: (await import('./links/LinkPanel.tsx')).LinkPanel }));
const CardEditPanel = lazy(async () => ({
  default: (await import('./edits/EditPanel.tsx')).CardEditPanel,
}));
const LinkEditPanel = lazy(async () => ({
  default: (await import('./edits/EditPanel.tsx')).LinkEditPanel,
}));

interface PanelSource {
  readonly devices: readonly Device[];
  readonly links: ReadonlyMap<string, TopologyLink>;
  readonly topology: Topology;
  readonly graph: DisplayGraph;
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
}

/** Returns title and content of the panel of a device or a link. */
export function createPanel(open: string | undefined, { at, devices, links, topology }: PanelSource) {
  const device = devices.find(({ id }) => id === open);
  const link = links.get(open ?? '');
  if (device)
    return {
      title: <DevicePanelTitle device={device} />,
      panel: (
        <Suspense>
          <DevicePanel key={device.id} device={device} />
        </Suspense>
      ),
    };
  if (link)
    return {
      title: <strong>{formatLinkTitle(link, topology)}</strong>,
      panel: (
        <Suspense>
          <LinkPanel link={link} topology={topology} devices={devices} at={at} />
        </Suspense>
      ),
    };
  return { title: undefined, panel: undefined };
}

/** Returns title and content of the panel of a card or a link in the edit mode. */
export function createEditPanel(
  open: string | undefined,
  { graph, links, topology }: PanelSource,
  mode: EditMode,
  direction: LayoutDirection,
) {
  const link = links.get(open ?? '');
  const card = graph.cards.get(open ?? '');
  const node = topology.nodes.find(({ id }) => id === open) ?? { id: INTERNET_ID, kind: 'device' as const };
  if (link)
    return {
      title: <strong>{formatLinkTitle(link, topology)}</strong>,
      panel: (
        <Suspense>
          <LinkEditPanel mode={mode} link={link} topology={topology} />
        </Suspense>
      ),
    };
  if (card)
    return {
      title: <strong>{card.title}</strong>,
      panel: (
        <Suspense>
          <CardEditPanel mode={mode} node={node} topology={topology} direction={direction} />
        </Suspense>
      ),
    };
  return { title: undefined, panel: undefined };
}
