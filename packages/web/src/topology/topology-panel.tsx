import {
  type Device,
  type LayoutDirection,
  type Topology,
  type TopologyLink,
  INTERNET_ID,
} from '@northlight/contract';
import { lazy, type ReactNode, Suspense } from 'react';
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

interface Panel {
  readonly title: ReactNode;
  readonly panel: ReactNode;
}

const NO_PANEL: Panel = { title: undefined, panel: undefined };
const createLazyPanel = (title: ReactNode, content: ReactNode): Panel => ({
  title,
  panel: <Suspense>{content}</Suspense>,
});

/** Returns title and content of the panel of a device or a link. */
export function createPanel(open: string | undefined, { at, devices, links, topology }: PanelSource): Panel {
  const device = devices.find(({ id }) => id === open);
  const link = links.get(open ?? '');
  if (device)
    return createLazyPanel(
      <DevicePanelTitle device={device} />,
      <DevicePanel key={device.id} device={device} />,
    );
  if (!link) return NO_PANEL;
  return createLazyPanel(
    <strong>{formatLinkTitle(link, topology)}</strong>,
    <LinkPanel link={link} topology={topology} devices={devices} at={at} />,
  );
}

/** Returns title and content of the panel of a card or a link in the edit mode. */
export function createEditPanel(
  open: string | undefined,
  { graph, links, topology }: PanelSource,
  mode: EditMode,
  direction: LayoutDirection,
): Panel {
  const link = links.get(open ?? '');
  const card = graph.cards.get(open ?? '');
  const node = topology.nodes.find(({ id }) => id === open) ?? { id: INTERNET_ID, kind: 'device' as const };
  if (link)
    return createLazyPanel(
      <strong>{formatLinkTitle(link, topology)}</strong>,
      <LinkEditPanel mode={mode} link={link} topology={topology} />,
    );
  if (!card) return NO_PANEL;
  return createLazyPanel(
    <strong>{card.title}</strong>,
    <CardEditPanel mode={mode} node={node} topology={topology} direction={direction} />,
  );
}
