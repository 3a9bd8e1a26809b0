import type { FloorMap, MapBand, MapDevice, MapMaterials, MapSummary } from '@northlight/contract';
import { SegmentedControl, Select, Skeleton } from '@mantine/core';
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatPlural } from '../kit/format/index.ts';
import { LoadFailed, MoreMenu, Page, PageAction } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import classes from './maps.module.css';
import { BAND_OPTIONS, parseQuantity, QUANTITIES } from './heat/quantities.ts';
import { type FloorPlanSource, useFloorPlan } from './use-floor-plan.ts';

const FloorView = lazy(async () => ({ default: (await import('./FloorView.tsx')).FloorView }));
const NewMapDialog = lazy(async () => ({
  default: (await import('./dialogs/NewMapDialog.tsx')).NewMapDialog,
}));
const MapSettingsDialog = lazy(async () => ({
  default: (await import('./dialogs/MapSettingsDialog.tsx')).MapSettingsDialog,
}));
const MaterialsDialog = lazy(async () => ({
  default: (await import('./dialogs/MaterialsDialog.tsx')).MaterialsDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('./dialogs/VersionsDialog.tsx')).VersionsDialog,
}));

type Dialog = 'new' | 'settings' | 'materials' | 'versions';

/** Floor plans of a project with the predicted Wi-Fi signal. */
export function MapsPage() {
  const project = useProject();
  const params = { projectId: project.id };
  const { search, set } = useUrlState();
  const maps = useQuery(createQuery('mapList', { params }));
  const devices = useQuery(createQuery('mapDeviceList', { params }));
  const materials = useQuery(createQuery('mapMaterialsGet', { params }));
  const [isNew, setNew] = useState(false);
  const [kept, setKept] = useState<MapSummary>();
  const error = maps.error ?? devices.error ?? materials.error;
  if (error && !maps.data)
    return <LoadFailed error={error} onRetry={() => void Promise.all([maps.refetch(), devices.refetch()])} />;
  if (!maps.data || !devices.data || !materials.data) return <LoadingPage />;
  const { items } = maps.data;
  const listed = items.find(({ id }) => id === search.tab) ?? items[0];
  // A floor plan that was deleted while it was edited stays open until its edits are saved elsewhere or discarded.
  const current = kept && !items.some(({ id }) => id === kept.id) ? kept : listed;
  const open = (mapId: string) => {
    setKept(undefined);
    setNew(false);
    set({ tab: mapId, open: undefined });
  };
  const dialog = isNew && (
    <Suspense>
      <NewMapDialog maps={items} onClose={() => setNew(false)} onCreated={open} />
    </Suspense>
  );
  if (!current)
    return (
      <Page title="Wi-Fi Map" layout="fill">
        <EmptyNote
          icon={<IconMap2 size={28} />}
          title="No floor plans yet"
          action={
            <GatedButton can={project.can.write} onClick={() => setNew(true)}>
              New floor plan
            </GatedButton>
          }
        >
          A floor plan shows the Wi-Fi signal in every room, from the places of the access points and the
          walls.
        </EmptyNote>
        {dialog}
      </Page>
    );
  return (
    <>
      <MapLoader
        key={current.id}
        current={current}
        maps={items}
        devices={devices.data.items}
        materials={materials.data}
        onNew={() => setNew(true)}
        onOpen={open}
        onKeep={setKept}
      />
      {dialog}
    </>
  );
}

const LoadingPage = () => (
  <Page title="Wi-Fi Map" layout="fill">
    <Skeleton height={420} />
  </Page>
);

interface LoaderProps {
  readonly current: MapSummary;
  readonly maps: readonly MapSummary[];
  readonly devices: readonly MapDevice[];
  readonly materials: MapMaterials;
  readonly onNew: () => void;
  readonly onOpen: (mapId: string) => void;
  /** Is called with the floor plan while it has unsaved edits. */
  readonly onKeep: (map: MapSummary | undefined) => void;
}

/** Loads a floor plan with the account's draft and the version that it is based on. */
function MapLoader(props: LoaderProps) {
  const { current } = props;
  const project = useProject();
  const params = { projectId: project.id, mapId: current.id };
  const isStored = project.can.write.allowed;
  const map = useQuery(createQuery('mapGet', { params }));
  const draft = useQuery({
    ...createQuery('mapDraftGet', { params }),
    enabled: isStored,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const baseVersion = draft.data?.draft?.baseVersion ?? 0;
  const base = useQuery({
    ...createQuery('mapVersionGet', { params: { ...params, version: baseVersion } }),
    enabled: baseVersion > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLoaded = map.data && (!isStored || draft.data) && (baseVersion === 0 || base.data);
  if (map.error && !map.data) return <LoadFailed error={map.error} onRetry={() => void map.refetch()} />;
  if (!isLoaded || !map.data) return <LoadingPage />;
  return (
    <MapView
      {...props}
      map={map.data}
      source={{ map: map.data, draft: draft.data?.draft, base: base.data ?? map.data, isStored }}
    />
  );
}

interface MapViewProps extends LoaderProps {
  readonly map: FloorMap;
  readonly source: Omit<FloorPlanSource, 'isDeleted'>;
}

function MapView({ current, devices, map, maps, materials, onKeep, onNew, onOpen, source }: MapViewProps) {
  const project = useProject();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { search, set } = useUrlState();
  const editor = useFloorPlan({ ...source, isDeleted: !maps.some(({ id }) => id === current.id) });
  useEffect(() => onKeep(editor.isChanged ? current : undefined), [current, editor.isChanged, onKeep]);
  const [dialog, setDialog] = useState<Dialog>();
  const others = useOtherFloors(map, maps);
  const band: MapBand = search.metric === 'ghz2' ? 'ghz2' : 'ghz5';
  const quantity = parseQuantity(search.show);
  const isList = search.view === 'list';
  const counts = [
    formatPlural(editor.plan.devices.length + editor.plan.planned.length, 'access point'),
    formatPlural(editor.plan.walls.length, 'wall'),
  ];
  const canWrite = project.can.write;
  const close = () => setDialog(undefined);
  return (
    <Page
      title="Wi-Fi Map"
      note={isPhone ? undefined : counts.join(', ')}
      layout="fill"
      tools={
        <div className={`row wrap gap-6 ${classes['tools']}`}>
          <Select
            aria-label="Floor plan"
            size="xs"
            className={classes['floors'] ?? ''}
            allowDeselect={false}
            data={groupByBuilding(maps)}
            value={current.id}
            onChange={(id) => id && onOpen(id)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Band"
            data={[...BAND_OPTIONS]}
            value={band}
            onChange={(value) => set({ metric: value === 'ghz2' ? value : undefined })}
          />
          <Select
            aria-label="Quantity"
            size="xs"
            className={classes['quantity'] ?? ''}
            allowDeselect={false}
            data={QUANTITIES.map(({ label, value }) => ({ value, label }))}
            value={quantity}
            onChange={(value) => set({ show: value === 'signal' ? undefined : (value ?? undefined) })}
          />
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={[
              { value: 'map', label: 'Map' },
              { value: 'list', label: 'List' },
            ]}
            value={isList ? 'list' : 'map'}
            onChange={(value) => set({ view: value === 'list' ? value : undefined })}
          />
        </div>
      }
      actions={
        <>
          <MoreMenu>
            <PageAction onClick={() => setDialog('versions')}>Versions</PageAction>
            <PageAction can={canWrite} onClick={() => setDialog('materials')}>
              Materials
            </PageAction>
            <PageAction can={canWrite} onClick={() => setDialog('settings')}>
              Settings
            </PageAction>
            <DeleteAction map={map} />
          </MoreMenu>
          <GatedButton can={canWrite} onClick={onNew}>
            New floor plan
          </GatedButton>
        </>
      }
    >
      <Suspense fallback={<Skeleton height={420} />}>
        <FloorView
          editor={editor}
          map={map}
          maps={maps}
          others={others}
          devices={devices}
          materials={materials}
          band={band}
          quantity={quantity}
          isList={isList}
          selected={search.open}
          onSelect={(ref) => set({ open: ref })}
          onOpenDevice={(id) =>
            void navigate({ to: PATHS.devices, search: { project: project.id, open: id } })
          }
          onCreated={onOpen}
        />
      </Suspense>
      <Suspense>
        {dialog === 'versions' && (
          <VersionsDialog
            mapId={map.id}
            current={map.version}
            canEdit={canWrite.allowed}
            onLoad={(plan) => editor.change(() => plan)}
            onClose={close}
          />
        )}
        {dialog === 'materials' && <MaterialsDialog materials={materials} onClose={close} />}
        {dialog === 'settings' && <MapSettingsDialog editor={editor} map={map} onClose={close} />}
      </Suspense>
    </Page>
  );
}

const collectPlans = (results: readonly { readonly data?: FloorMap | undefined }[]): FloorMap[] =>
  results.flatMap(({ data }) => data ?? []);

/** Loads the saved plans of the other floors of the building: their radios reach this floor too. */
function useOtherFloors(map: FloorMap, maps: readonly MapSummary[]) {
  const { id: projectId } = useProject();
  const beside = maps.filter(
    (each, index) =>
      each.id !== map.id &&
      each.building === map.building &&
      each.floor !== map.floor &&
      maps.findIndex(({ building, floor }) => building === each.building && floor === each.floor) === index,
  );
  const plans = useQueries({
    queries: beside.map(({ id }) => createQuery('mapGet', { params: { projectId, mapId: id } })),
    combine: collectPlans,
  });
  return useMemo(() => plans.map(({ floor, plan }) => ({ floor, plan })), [plans]);
}

const groupByBuilding = (maps: readonly MapSummary[]) =>
  [...new Set(maps.map(({ building }) => building))].map((building) => ({
    group: building,
    items: maps
      .filter((each) => each.building === building)
      .map(({ floor, id, name }) => ({ value: id, label: `${name} (floor ${floor})` })),
  }));

function DeleteAction({ map }: { readonly map: FloorMap }) {
  const { can, id: projectId } = useProject();
  const remove = async (): Promise<void> => {
    try {
      await call('mapDelete', { params: { projectId, mapId: map.id } });
      await awaitRefetch();
      toast.done(`${map.name} was deleted.`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <PageAction
      can={can.write}
      onClick={() =>
        ask({
          title: `Delete ${map.name}?`,
          body: 'The floor plan is deleted with its versions. Devices stay in the project.',
          confirm: `Delete ${map.name}`,
          danger: true,
          onConfirm: () => void remove(),
        })
      }
    >
      Delete
    </PageAction>
  );
}
