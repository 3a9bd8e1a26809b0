import type { Sandbox, SandboxDevice, SandboxFault } from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { type GridColumn, PanelGrid } from '../kit/grid/index.ts';
import { Section } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { Facts } from '../ui/Facts.tsx';

const getRowId = ({ id }: SandboxDevice): string => id;
const getRowName = ({ name }: SandboxDevice): string => name;

const STATES = {
  online: 'Online',
  off: 'Switched off',
  cut: 'Unplugged',
  offline: 'Offline',
} as const;
type State = keyof typeof STATES;
const SIGNS: Readonly<Record<State, string>> = {
  online: 'ok',
  off: 'other',
  cut: 'warning',
  offline: 'failed',
};

const findState = ({ isCut, isOff, online }: SandboxDevice): State => {
  if (isOff) return 'off';
  if (isCut) return 'cut';
  return online ? 'online' : 'offline';
};

const formatUplink = ({ uplink }: SandboxDevice): string =>
  uplink ? `${uplink.name}, ${uplink.port}` : 'Internet';

const COLUMNS: readonly GridColumn<SandboxDevice>[] = [
  { id: 'name', header: 'Device', card: 'title', width: 200, value: getRowName },
  {
    id: 'state',
    header: 'State',
    card: 'state',
    width: 150,
    facet: Object.values(STATES),
    value: (device) => STATES[findState(device)],
    cell: (device) => (
      <span className="inline-row gap-6 state-sign tone" data-state={SIGNS[findState(device)]}>
        {STATES[findState(device)]}
      </span>
    ),
  },
  { id: 'uplink', header: 'Uplink', card: 'detail', width: 240, value: formatUplink },
];

/** Lists the simulated devices; the panel of each causes and ends faults. */
export function SandboxDevices({ sandbox }: { readonly sandbox: Sandbox }) {
  return (
    <PanelGrid
      id="sandbox-devices"
      label="Devices"
      noun="device"
      rows={sandbox.devices}
      columns={COLUMNS}
      rowId={getRowId}
      rowName={getRowName}
      defaultSort="name"
      panelLabel="Device"
      renderTitle={getRowName}
      renderPanel={(device) => <Faults key={device.id} device={device} can={sandbox.can.write} />}
      empty={
        <EmptyNote title="No devices">The project had no devices when the sandbox was opened.</EmptyNote>
      }
    />
  );
}

function Faults({ can, device }: { readonly device: SandboxDevice; readonly can: Sandbox['can']['write'] }) {
  const { id: projectId } = useProject();
  const change = useMutation({
    ...createMutation('sandboxFaultSet'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const set = (kind: SandboxFault['kind'], active: boolean) =>
    change.mutate({ params: { projectId }, body: { deviceId: device.id, kind, active } });
  return (
    <>
      <Section title="Now">
        <Facts
          items={[
            { label: 'State', value: STATES[findState(device)] },
            { label: 'Uplink', value: formatUplink(device) },
          ]}
        />
      </Section>
      <Section title="Faults">
        <p className="mut">
          A device without power or cable goes offline as a real one does, after some time.
        </p>
        <div className="row wrap gap-8 above" data-reasons>
          <GatedButton
            variant="default"
            can={can}
            loading={change.isPending}
            onClick={() => set('power', !device.isOff)}
          >
            {device.isOff ? 'Switch on' : 'Switch off'}
          </GatedButton>
          <GatedButton
            variant="default"
            can={can.allowed ? device.can.cut : can}
            loading={change.isPending}
            onClick={() => set('cable', !device.isCut)}
          >
            {device.isCut ? 'Plug the uplink cable in' : 'Unplug the uplink cable'}
          </GatedButton>
        </div>
      </Section>
    </>
  );
}
