import {
  type Device,
  type Permission,
  type Project,
  type Topology,
  TOPOLOGY_DOCUMENT,
  type TopologyDraft,
} from '@northlight/contract';
import { SegmentedControl, Skeleton } from '@mantine/core';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { ApiError, createQuery } from '../kit/api/index.ts';
import { deny } from '../kit/controls/GatedButton.tsx';
import { formatCount, formatPlural, formatTime } from '../kit/format/index.ts';
import { LoadFailed, Page, PageAction, SplitPanel } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { aggregateLinks } from './graph/aggregated-links.ts';
import { markDifferences, useComparison } from './graph/compare-topologies.ts';
import { type CardLine, createDisplayGraph, formatLineId, isOffline } from './graph/display-graph.ts';
import { listOffsets } from './edits/topology-changes.ts';
import { editTopology, hideBranches } from './edits/edited-topology.ts';
import { UnusedLinks } from './edits/UnusedLinks.tsx';
import { useEditMode } from './edits/use-edit-mode.ts';
import { ExportMenu } from '../kit/canvas/ExportMenu.tsx';
import { formatLinkTitle } from './links/link-facts.ts';
import { RefreshNotice } from './history/RefreshNotice.tsx';
import { SearchField } from './SearchField.tsx';
import { PathControl, ShownControl } from './ShownControl.tsx';
import { createEditPanel, createPanel } from './topology-panel.tsx';
import { TopologyTree } from './TopologyTree.tsx';
import { listRefreshable, useRefresh } from './history/use-refresh.ts';
import { useOpenAlarms } from './graph/use-open-alarms.ts';
import { useClientCards } from './graph/client-cards.ts';
import { formatShown, parseShown, type Shown, useHighlight } from './graph/use-highlight.ts';
import classes from './topology.module.css';

const TopologyDrawing = lazy(async () => ({
  default: (await import('./drawing/TopologyDrawing.tsx')).TopologyDrawing,
}));
const DrawingFoot = lazy(async () => ({ default: (await import('./drawing/DrawingFoot.tsx')).DrawingFoot }));
const TimeBar = lazy(async () => ({ default: (await import('./history/TimeBar.tsx')).TimeBar }));
const EditBar = lazy(async () => ({ default: (await import('./edits/EditBar.tsx')).EditBar }));

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
  const { search } = useUrlState();
  const at = Number.isNaN(Date.parse(search.at ?? '')) ? undefined : search.at;
  const topology = useQuery({
    ...createQuery('topologyGet', { params, query: { at } }),
    placeholderData: keepPreviousData,
  });
  const list = useQuery(createQuery('deviceList', { params }));
  const canWrite = project.can.write.allowed;
  const draft = useQuery({
    ...createQuery('topologyDraftGet', { params }),
    enabled: canWrite,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const refusal = topology.error instanceof ApiError ? topology.error.fields?.['at'] : undefined;
  const present = useQuery({
    ...createQuery('topologyGet', { params, query: {} }),
    enabled: refusal !== undefined,
  });
  const error = refusal === undefined ? topology.error : present.error;
  const data = refusal === undefined ? topology.data : present.data && createEmptyTopology(present.data);
  if (error && !data)
    return (
      <LoadFailed error={error} onRetry={() => void Promise.all([topology.refetch(), present.refetch()])} />
    );
  if (!data || (canWrite && draft.isPending))
    return (
      <Page title="Network Topology" layout="fill">
        <Skeleton height={420} />
      </Page>
    );
  return (
    <TopologyView
      topology={data}
      draft={draft.data?.draft}
      devices={list.data?.items ?? []}
      at={at}
      refusal={refusal}
    />
  );
}

/** Returns the topology at a time of which there is no history, for the time bar. */
const createEmptyTopology = ({ edits, historySince }: Topology): Topology => ({
  historySince,
  nodes: [],
  links: [],
  edits,
});

function TopologyView({
  at,
  devices,
  draft,
  refusal,
  topology: saved,
}: {
  readonly topology: Topology;
  /** Unsaved changes that the account has stored. */
  readonly draft: TopologyDraft | undefined;
  readonly devices: readonly Device[];
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
  /** The reason why the network of this time cannot be shown. */
  readonly refusal: string | undefined;
}) {
  const isPhone = useIsPhone();
  const { search, set } = useUrlState();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState<{ readonly id: string }>();
  const frame = useRef<HTMLDivElement>(null);
  const view = VIEWS.find(({ value }) => value === search.view)?.value ?? (isPhone ? 'list' : 'vertical');
  const direction = view === 'horizontal' ? view : 'vertical';
  const { begin, mode: editing } = useEditMode(saved, draft);
  const mode = at === undefined ? editing : undefined;
  const { close, isStarting, refresh, start } = useRefresh(devices);
  const edits = mode?.edits ?? saved.edits;
  const edited = useMemo(() => editTopology(saved, edits), [edits, saved]);
  const { id: projectId } = useProject();
  const portVlans = useQuery(createQuery('networkPortVlanList', { params: { projectId } })).data;
  const vlans = useMemo(() => portVlans?.items ?? [], [portVlans]);
  const shown = useMemo(() => parseShown(search.show, at !== undefined), [at, search.show]);
  const compared = useComparison(edited, shown.kind === 'changes');
  const topology = useMemo(
    () => aggregateLinks(hideBranches(compared.topology, edits.hidden), vlans),
    [compared, edits, vlans],
  );
  const offsets = useMemo(() => listOffsets(edits, direction), [direction, edits]);
  const clients = useClientCards(at);
  const alarms = useOpenAlarms(at);
  const graph = useMemo(() => {
    const details = at === undefined ? devices : [];
    const marked = details.map((device) => ({ ...device, alarms: alarms.get(device.id) }));
    return clients.add(markDifferences(createDisplayGraph(topology, marked, opened), compared));
  }, [topology, alarms, at, clients, compared, devices, opened]);
  const text = search.filter ?? '';
  const { highlight, slowest } = useHighlight(graph, vlans, shown, text, devices);
  // Two ends can be chosen before the address of the first one is shown.
  const latestShown = useRef(shown);
  useEffect(() => {
    latestShown.current = shown;
  }, [shown]);
  const show = useCallback((next: Shown) => set({ show: formatShown(next) }), [set]);
  const links = useMemo(
    () => new Map(topology.links.map((link) => [formatLineId(link), link] as const)),
    [topology],
  );
  const isEditing = mode !== undefined;
  const select = useCallback(
    (id: string | undefined) => {
      if (id !== undefined && graph.cards.get(id)?.members) {
        setOpened((before) => new Set([...before, id]));
        return;
      }
      const card = graph.cards.get(id ?? '');
      const present = latestShown.current;
      if (present.kind === 'path' && present.ends.filter(Boolean).length < 2 && card) {
        const next: Shown = { kind: 'path', ends: [...present.ends.filter(Boolean), card.id] };
        latestShown.current = next;
        show(next);
        return;
      }
      const isKnown = id !== undefined && (links.has(id) || (isEditing ? card : card?.device) !== undefined);
      set({ open: isKnown ? id : undefined });
    },
    [graph, isEditing, links, set, show],
  );
  const describeLine = useCallback(
    ({ link, wan }: CardLine) => {
      if (link) return formatLinkTitle(link, topology);
      return wan ? `Link to the internet at ${wan.port}` : 'Link to the internet';
    },
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
  const parts = [
    ...(attention > 0 ? [`${attention} offline`] : []),
    ...(edits.hidden.length > 0 ? [`${formatPlural(edits.hidden.length, 'branch', 'branches')} hidden`] : []),
    ...(at === undefined ? [] : [`at ${formatTime(at, project.timeZone)}`]),
    ...(compared.isSame ? ['no differences from now'] : []),
  ];
  // The foot of the console shows the number of devices too, and a time needs the room.
  const isCountShown = at === undefined && (!isPhone || parts.length > 0);
  const note = [...(isCountShown ? [`${formatCount(countDevices(topology))} devices`] : []), ...parts].join(
    ', ',
  );
  const panelSource = { at, devices, graph, links, topology };
  const goToTime = (ms: number | undefined) => {
    if (ms !== undefined) set({ at: new Date(ms).toISOString() });
    else set({ at: undefined, ...(shown.kind === 'changes' && { show: undefined }) });
  };
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
        <div className="flex wrap gap-8 shrink-x">
          <ShownControl shown={shown} vlans={vlans} onChange={show} />
          <ViewControl view={view} onChange={(next) => set({ view: next })} />
        </div>
      }
      more={
        saved.nodes.length > 0 && (
          <>
            {!isEditing && (
              <>
                <PageAction
                  can={findRefreshPermission(project, devices, at)}
                  loading={isStarting || refresh?.isRunning === true}
                  onClick={start}
                >
                  Refresh
                </PageAction>
                <PageAction can={findEditPermission(project, at)} onClick={() => begin()}>
                  Edit
                </PageAction>
              </>
            )}
            <ExportMenu
              createSheet={async () => {
                const { createSheet } = await import('./drawing/TopologySheet.tsx');
                return createSheet(project, at, { graph, direction, highlight, offsets });
              }}
              onError={(error) => toast.error(error)}
            />
          </>
        )
      }
      actions={
        <SearchField
          value={text}
          onChange={(next) => set({ filter: next || undefined })}
          onEnter={goToFirstMatch}
        />
      }
    >
      <div className={`column grow shrink-y relative ${classes['body']}`} ref={frame}>
        {mode && (
          <Suspense fallback={<Skeleton height={38} />}>
            <EditBar mode={mode} topology={edited} project={project} isList={view === 'list'} />
          </Suspense>
        )}
        {refresh && at === undefined && (
          <RefreshNotice refresh={refresh} topology={topology} onShow={goTo} onClose={close} />
        )}
        {at === undefined && (
          <UnusedLinks
            topology={edited}
            onChange={findEditPermission(project, at).allowed ? (mode?.add ?? begin) : undefined}
          />
        )}
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
          {...(mode
            ? createEditPanel(search.open, panelSource, mode, direction)
            : createPanel(search.open, panelSource))}
        >
          {topology.nodes.length === 0 ? (
            <NoDevices isPast={at !== undefined} />
          ) : view === 'list' ? (
            <TopologyTree graph={graph} highlight={highlight} selectedId={search.open} onSelect={select} />
          ) : (
            <Suspense fallback={<Skeleton height={420} />}>
              <TopologyDrawing
                at={at}
                graph={graph}
                topology={topology}
                direction={view}
                offsets={offsets}
                onMove={
                  mode &&
                  ((nodeId, value) =>
                    mode.move(TOPOLOGY_DOCUMENT.set('positions', { nodeId, direction: view, ...value })))
                }
                highlight={highlight}
                selectedId={search.open}
                target={target}
                describeLine={describeLine}
                expanded={clients.expanded}
                onClients={clients.toggle}
                onFullScreen={() => void toggleFullScreen(frame.current)}
                onSelect={select}
              />
              <DrawingFoot graph={graph} canEdit={findEditPermission(project, undefined).allowed} />
            </Suspense>
          )}
        </SplitPanel>
        {(topology.nodes.length > 0 || at !== undefined) &&
          !isEditing &&
          !(isPhone && search.open !== undefined) && (
            <Suspense fallback={<Skeleton height={44} />}>
              <TimeBar
                at={at === undefined ? undefined : Date.parse(at)}
                now={openedAt}
                since={topology.historySince}
                onChange={goToTime}
                onShow={goTo}
                topology={topology}
                isCompared={shown.kind === 'changes'}
                refusal={refusal}
                onCompare={(isCompared) => show({ kind: isCompared ? 'changes' : 'all' })}
              />
            </Suspense>
          )}
      </div>
    </Page>
  );
}

/** Demos can be edited by everyone, but not saved. */
function findEditPermission({ can, property }: Project, at: string | undefined): Permission {
  if (at !== undefined) return deny('The past cannot be edited.');
  return property === 'demo' ? { allowed: true } : can.write;
}

function findRefreshPermission(
  { can }: Project,
  devices: readonly Device[],
  at: string | undefined,
): Permission {
  if (at !== undefined) return deny('The past cannot be refreshed.');
  if (!can.write.allowed || listRefreshable(devices).length > 0) return can.write;
  return deny('No connected device can report its neighbours on request.');
}

const countDevices = ({ nodes }: Topology): number => nodes.filter(({ kind }) => kind === 'device').length;

function ViewControl({ onChange, view }: { readonly view: View; readonly onChange: (view: View) => void }) {
  return <SegmentedControl size="xs" aria-label="View" data={[...VIEWS]} value={view} onChange={onChange} />;
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element?.requestFullscreen();
}

function NoDevices({ isPast }: { readonly isPast: boolean }) {
  const icon = <IconSitemap size={40} stroke={1.4} />;
  // The devices of that time can also have been removed, so there is no reason to give.
  if (isPast) return <EmptyNote icon={icon} title="No devices at this time" />;
  return (
    <EmptyNote
      icon={icon}
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
