import type { DeviceDetail } from '@northlight/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { hasStaleData, useMaintenance } from '../devices/index.ts';
import { createQuery } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { PATHS } from '../paths.ts';

type Port = DeviceDetail['ports'][number];

/** State of the port that an offline device was connected to, and the restart of its power; nothing if it is not known. */
export function UplinkPort({ device }: { readonly device: DeviceDetail }) {
  const { id: projectId } = useProject();
  const { command } = useMaintenance();
  const above = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: device.uplink?.id ?? '' } }),
    enabled: device.uplink !== undefined,
    retry: false,
  }).data;
  const port = above?.ports.find(({ id }) => id === device.port);
  if (!above || hasStaleData(above) || port?.up === undefined) return null;
  const canCycle = port.poe && above.capabilities.features.includes('poe-restart');
  const cycle = () =>
    ask({
      title: `Power-cycle ${port.label} of ${above.name}?`,
      body: (
        <Text size="sm">Interrupts the power of the port for a few seconds. {device.name} restarts.</Text>
      ),
      confirm: `Power-cycle ${port.label}`,
      onConfirm: () =>
        void command({ kind: 'poe-restart', deviceIds: [above.id], args: { ports: [port.id] } }),
    });
  return (
    <>
      <p>
        <Link to={PATHS.devices} search={{ open: above.id, tab: 'ports', ports: port.id }} className="plain">
          {port.label} of {above.name}
        </Link>
        : {describeLink(port)}
      </p>
      {canCycle && (
        <GatedButton can={above.can.restart} variant="default" mt={10} mr={8} onClick={cycle}>
          {`Power-cycle ${port.label}`}
        </GatedButton>
      )}
    </>
  );
}

/** Describes link and power of a port: `link down, 0 W.` */
function describeLink({ poe, poeWatts, up }: Port): string {
  const power = poe && poeWatts !== undefined ? `, ${poeWatts} W` : '';
  return `link ${up ? 'up' : 'down'}${power}.`;
}
