import { type Device, type Topology, type TopologyLink } from '@northlight/contract';
import { ActionIcon, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { useProject } from '../app/shell-context.tsx';
import { DevicePanel, DevicePanelTitle } from '../devices/index.ts';
import { createQuery } from '../kit/api/index.ts';
import { formatCount, formatTime } from '../kit/format/index.ts';
import { LoadFailed, Page, SplitPanel } from '../kit/page/index.ts';
import { isSingleKey } from '../kit/single-keys.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { type CardLine, createDisplayGraph, formatLineId, isOffline } from './display-graph.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { formatLinkTitle } from './link-facts.ts';
import { LinkFacts } from './LinkFacts.tsx';
import { PathControl, ShownControl } from './ShownControl.tsx';
import { TimeBar } from './TimeBar.tsx';
import { TopologyLegend } from './TopologyLegend.tsx';
import { TopologyTree } from './TopologyTree.tsx';
import { formatShown, parseShown, type Shown, useHighlight } from './use-highlight.ts';
import classes from './topology.module.css';

const TopologyDrawing = lazy(async () => ({
  default: (await import('./TopologyDrawing.tsx')).TopologyDrawing,
}));

const VIEWS = [
  { value: 'vertical', label: 'Vertical' },
  { value: 'horizontal', label: 'Horizontal' },
  { value: 'list', label: 'List' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** Devices and links of a project as a drawing or a list. */
export function TopologyPage() {
  const project = useProject();
  const params = { projectId: project.id };
  const { search, set } = useUrlState();
  const at = Number.isNaN(Date.parse(search.at ?? '')) ? undefined : search.at;
  const topology = useQuery({
    ...createQuery('topologyGet', { params, query: { at } }),
    placeholderData: keepPreviousData,
  });
  const list = useQuery(createQuery('deviceList', { params }));
  if (topology.error && !topology.data)
    return (
      <LoadFailed
        error={topology.error}
        // A refused time stays refused: the present is shown instead.
        onRetry={() => (at === undefined ? void topology.refetch() : set({ at: undefined }))}
      />
    );
  if (!topology.data)
    return (
      <Page title="Network Topology" layout="fill">
        <Skeleton height={420} />
      </Page>
    );
  return <TopologyView topology={topology.data} devices={list.data?.items ?? []} at={at} />;
}

function TopologyView({
  at,
  devices,
  topology,
}: {
  readonly topology: Topology;
  readonly devices: readonly Device[];
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
}) {
  const isPhone = useIsPhone();
  const { search, set } = useUrlState();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState<{ readonly id: string }>();
  const frame = useRef<HTMLDivElement>(null);
  const view = VIEWS.find(({ value }) => value === search.view)?.value ?? (isPhone ? 'list' : 'vertical');
  const graph = useMemo(
    () => createDisplayGraph(topology, at === undefined ? devices : [], opened),
    [topology, at, devices, opened],
  );
  const text = search.filter ?? '';
  const shown = useMemo(() => parseShown(search.show), [search.show]);
  const { highlight, slowest, vlans } = useHighlight(graph, shown, text);
  const show = useCallback((next: Shown) => set({ show: formatShown(next) }), [set]);
  const links = useMemo(
    () => new Map(topology.links.map((link) => [formatLineId(link), link] as const)),
    [topology],
  );
  const select = useCallback(
    (id: string | undefined) => {
      if (id !== undefined && graph.cards.get(id)?.members) {
        setOpened((before) => new Set([...before, id]));
        return;
      }
      const card = graph.cards.get(id ?? '');
      if (shown.kind === 'path' && shown.ends.filter(Boolean).length < 2 && card) {
        show({ kind: 'path', ends: [...shown.ends.filter(Boolean), card.id] });
        return;
      }
      const isKnown = id !== undefined && (links.has(id) || graph.cards.get(id)?.device !== undefined);
      set({ open: isKnown ? id : undefined });
    },
    [graph, links, set, show, shown],
  );
  const describeLine = useCallback(
    ({ link }: CardLine) => (link ? formatLinkTitle(link, topology) : 'Link to the internet'),
    [topology],
  );
  const goToFirstMatch = () => {
    const [id] = highlight?.ids ?? [];
    if (id === undefined) return;
    setTarget({ id });
    select(id);
  };
  const [openedAt] = useState(() => Date.now());
  const attention = topology.nodes.filter(({ state }) => isOffline(state)).length;
  const project = useProject();
  const note = [
    `${formatCount(countDevices(topology))} devices`,
    ...(attention > 0 ? [`${attention} offline`] : []),
    ...(at === undefined ? [] : [`as of ${formatTime(at, project.timeZone)}`]),
  ].join(', ');
  const goTo = (deviceId: string) => {
    setTarget({ id: deviceId });
    select(deviceId);
  };
  return (
    <Page
      title="Network Topology"
      note={note}
      isNoteLong
      layout="fill"
      tools={
        <div className={classes['tools']}>
          <ShownControl shown={shown} vlans={vlans} onChange={show} />
          <ViewControl view={view} onChange={(next) => set({ view: next })} />
        </div>
      }
      actions={
        <>
          <SearchField
            value={text}
            onChange={(next) => set({ filter: next || undefined })}
            onEnter={goToFirstMatch}
          />
          {topology.nodes.length > 0 && (
            <ExportMenu
              graph={graph}
              direction={view === 'horizontal' ? view : 'vertical'}
              highlight={highlight}
              at={at}
            />
          )}
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Full screen"
            title="Full screen"
            onClick={() => void toggleFullScreen(frame.current)}
          >
            <IconArrowsMaximize size={15} />
          </ActionIcon>
        </>
      }
    >
      <div className={classes['body']} ref={frame}>
        {shown.kind === 'path' && (
          <PathControl
            graph={graph}
            ends={shown.ends}
            slowest={slowest}
            describeLine={describeLine}
            onChange={(ends) => show({ kind: 'path', ends })}
          />
        )}
        <SplitPanel
          label={links.has(search.open ?? '') ? 'Link' : 'Device'}
          onClose={() => set({ open: undefined })}
          {...createPanel(search.open, { devices, links, topology })}
        >
          {topology.nodes.length === 0 ? (
            <NoDevices />
          ) : view === 'list' ? (
            <TopologyTree graph={graph} highlight={highlight} selectedId={search.open} onSelect={select} />
          ) : (
            <Suspense fallback={<Skeleton height={420} />}>
              <TopologyDrawing
                graph={graph}
                topology={topology}
                direction={view}
                highlight={highlight}
                selectedId={search.open}
                target={target}
                describeLine={describeLine}
                onSelect={select}
              />
              <TopologyLegend />
            </Suspense>
          )}
        </SplitPanel>
        {topology.nodes.length > 0 && (
          <TimeBar
            at={at === undefined ? undefined : Date.parse(at)}
            now={openedAt}
            since={topology.historySince}
            onChange={(ms) => set({ at: ms === undefined ? undefined : new Date(ms).toISOString() })}
            onShow={goTo}
          />
        )}
      </div>
    </Page>
  );
}

const countDevices = ({ nodes }: Topology): number => nodes.filter(({ kind }) => kind === 'device').length;

interface PanelSource {
  readonly devices: readonly Device[];
  readonly links: ReadonlyMap<string, TopologyLink>;
  readonly topology: Topology;
}

/** Returns title and content of the panel of a device or a link. */
function createPanel(open: string | undefined, { devices, links, topology }: PanelSource) {
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
      panel: <LinkFacts link={link} topology={topology} />,
    };
  return { title: undefined, panel: undefined };
}

function ViewControl({ onChange, view }: { readonly view: View; readonly onChange: (view: View) => void }) {
  return <SegmentedControl size="xs" aria-label="View" data={[...VIEWS]} value={view} onChange={onChange} />;
}

/** Search field, which `/` focuses. */
function SearchField({
  onChange,
  onEnter,
  value,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '/')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <TextInput
      ref={input}
      w={170}
      size="xs"
      type="search"
      aria-label="Find a device"
      placeholder="Find a device ( / )"
      leftSection={<IconSearch size={14} />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter()}
    />
  );
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element?.requestFullscreen();
}

function NoDevices() {
  return (
    <EmptyNote
      icon={<IconSitemap size={40} stroke={1.4} />}
      title="No devices yet"
      action={
        <ButtonLink to={PATHS.devices} search={{ dialog: 'add' }}>
          Add device
        </ButtonLink>
      }
    >
      Devices appear here as soon as they are added. The links between them follow within a minute after the
      devices have reported their neighbours.
    </EmptyNote>
  );
}
