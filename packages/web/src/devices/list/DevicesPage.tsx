import { type Device, NET_MODES, type Permission } from '@northlight/contract';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconRouter from '@tabler/icons-react/dist/esm/icons/IconRouter.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatCount } from '../../kit/format/index.ts';
import { DataGrid } from '../../kit/grid/index.ts';
import { LoadFailed, Page, PageAction, SplitPanel } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';

import { createDeviceColumns } from './columns.tsx';
import { DevicePanel } from '../panel/device-panel-lazily.ts';
import { DevicePanelTitle } from '../panel/DevicePanelTitle.tsx';
import { getFindNodesPermission } from '../mesh/find-nodes-permission.ts';
import { type MaintenanceDialog, MaintenanceDialogs } from '../maintenance/MaintenanceDialogs.tsx';
import { combinePermissions, planRestart } from '../maintenance/restart-plan.ts';
import { isOffline } from '../stale-data.ts';
import { useDeviceActions } from '../use-device-actions.tsx';

const AddDevicesDialog = lazy(async () => ({
  default: (await import('../add/AddDevicesDialog.tsx')).AddDevicesDialog,
}));
const AddNodesDialog = lazy(async () => ({
  default: (await import('../mesh/AddNodesDialog.tsx')).AddNodesDialog,
}));
const ActionsMenu = lazy(async () => ({
  default: (await import('../maintenance/ActionsMenu.tsx')).ActionsMenu,
}));
const UpgradeAlert = lazy(async () => ({
  default: (await import('../maintenance/UpgradeAlert.tsx')).UpgradeAlert,
}));
const FirmwareDialog = lazy(async () => ({
  default: (await import('../maintenance/FirmwareDialog.tsx')).FirmwareDialog,
}));

const getRowId = (device: Device) => device.id;
const getRowName = (device: Device) => device.name;
const getRowMark = (device: Device) => (isOffline(device) ? 'offline' : undefined);

export function DevicesPage() {
  const project = useProject();
  const { search, set } = useUrlState();
  const list = useQuery(createQuery('deviceList', { params: { projectId: project.id } }));
  const actions = useDeviceActions(project.id);
  const mayAdd = project.can.addDevices;
  /** State of the open dialog for a bulk command, with its devices. */
  const [bulk, setBulk] = useState<{ dialog: MaintenanceDialog; devices: readonly Device[] }>();
  const devices = list.data?.items;
  const isMesh = project.netMode === NET_MODES.mesh;
  const columns = useMemo(() => createDeviceColumns(project.timeZone, isMesh), [project.timeZone, isMesh]);
  const mayFindNodes = getFindNodesPermission(project.can.write, devices);
  /** A mesh grows by nodes that its primary node finds; an empty one starts with a device from a label. */
  const addsNodes = isMesh && devices !== undefined && devices.length > 0;
  const open = devices?.find(({ id }) => id === search.open);
  const close = useCallback(() => set({ open: undefined }), [set]);
  const openRow = useCallback((device: Device) => set({ open: device.id }), [set]);

  if (list.error && !devices) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page
      title="Device Maintenance"
      note={devices && formatCount(devices.length)}
      layout="fill"
      more={
        <>
          <PageAction onClick={() => set({ dialog: 'firmware' })}>Manage firmware</PageAction>
          {addsNodes && (
            <PageAction can={mayAdd} onClick={() => set({ dialog: 'add' })}>
              Add devices
            </PageAction>
          )}
        </>
      }
      actions={
        addsNodes ? (
          <GatedButton
            can={mayFindNodes}
            leftSection={<IconPlus size={15} />}
            onClick={() => set({ dialog: 'nodes' })}
          >
            Add node
          </GatedButton>
        ) : (
          <AddButton can={mayAdd} onAdd={() => set({ dialog: 'add' })} />
        )
      }
    >
      {devices && (
        <Suspense>
          <UpgradeAlert
            devices={devices}
            onUpgrade={(list) => setBulk({ dialog: 'upgrade', devices: list })}
          />
        </Suspense>
      )}
      <SplitPanel
        label="Device"
        onClose={close}
        title={open && <DevicePanelTitle device={open} />}
        panel={
          open && (
            <Suspense>
              <DevicePanel key={open.id} device={open} />
            </Suspense>
          )
        }
      >
        <DataGrid
          id="devices"
          label="Devices"
          noun="device"
          rows={devices}
          columns={columns}
          rowId={getRowId}
          rowName={getRowName}
          rowMark={getRowMark}
          defaultSort="name"
          openId={open?.id}
          onOpen={openRow}
          renderSelection={(rows, clear) => (
            <>
              <GatedButton
                can={combinePermissions(rows.map(({ can }) => can.restart))}
                variant="default"
                onClick={() => actions.restart(rows, clear)}
              >
                {planRestart(rows).devices.length === 1
                  ? 'Restart device'
                  : `Restart ${planRestart(rows).devices.length || rows.length} devices`}
              </GatedButton>
              <GatedButton
                can={combinePermissions(rows.map(({ can }) => can.configure))}
                variant="default"
                onClick={() => setBulk({ dialog: 'settings', devices: rows })}
              >
                Change settings…
              </GatedButton>
              <Suspense>
                <ActionsMenu
                  devices={rows}
                  onDialog={(dialog) => setBulk({ dialog, devices: rows })}
                  onDone={clear}
                />
              </Suspense>
            </>
          )}
          empty={
            <EmptyNote
              icon={<IconRouter size={40} stroke={1.4} />}
              title="No devices yet"
              action={<AddButton can={mayAdd} onAdd={() => set({ dialog: 'add' })} />}
            >
              Add devices by the serial number and claim code on their labels: paste a list, choose a
              spreadsheet of up to 500, or enter one. They appear here immediately and come online when they
              are connected to the internet.{' '}
              <Link to={PATHS.helpTopic} params={{ topic: 'adding-devices' }} search={{}}>
                How to add devices
              </Link>
            </EmptyNote>
          }
        />
      </SplitPanel>
      <Suspense>
        {(search.dialog === 'add' || search.dialog === 'import') && (
          <AddDevicesDialog can={mayAdd} onClose={() => set({ dialog: undefined })} />
        )}
        {isMesh && search.dialog === 'nodes' && (
          <AddNodesDialog can={mayFindNodes} onClose={() => set({ dialog: undefined })} />
        )}
        {search.dialog === 'firmware' && (
          <FirmwareDialog can={mayAdd} onClose={() => set({ dialog: undefined })} />
        )}
      </Suspense>
      <MaintenanceDialogs
        dialog={bulk?.dialog}
        devices={bulk?.devices ?? []}
        onClose={() => setBulk(undefined)}
      />
    </Page>
  );
}

function AddButton({ can, onAdd }: { readonly can: Permission; readonly onAdd: () => void }) {
  return (
    <GatedButton can={can} leftSection={<IconPlus size={15} />} onClick={onAdd}>
      Add devices
    </GatedButton>
  );
}
