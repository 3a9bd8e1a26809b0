import { type Alarm, getFirstStep, type DeviceDetail } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../app/app-link.tsx';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { findFirstStepLink } from './first-step-link.ts';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ask } from '../app/confirm-store.ts';
import { hasStaleData, useMaintenance } from '../devices/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { PATHS } from '../paths.ts';

type StepAlarm = Pick<Alarm, 'device' | 'kind' | 'subject'> & Partial<Pick<Alarm, 'event'>>;

/** Returns the recommended first action of an open alarm and the page on which it is taken. */
export function useFirstStep(alarm: StepAlarm) {
  const { id: projectId } = useProject();
  const { device, kind } = alarm;
  const found = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: device?.id ?? '' } }),
    enabled: device !== undefined,
    retry: false,
  }).data;
  const network = useQuery({
    ...createQuery('networkConfigGet', { params: { projectId } }),
    enabled: kind === 'dhcp-pool-high',
    retry: false,
  }).data;
  return {
    device: found,
    text: getFirstStep(kind, found?.capabilities.kind),
    link: findFirstStepLink(alarm, found, network?.config.dhcpPools ?? []),
  };
}

export function FirstStep({ alarm }: { readonly alarm: StepAlarm }) {
  const { device, link, text } = useFirstStep(alarm);
  return (
    <>
      <p>{text}</p>
      {(alarm.kind === 'device-offline' || alarm.kind === 'device-flapping') && device && (
        <UplinkPort device={device} />
      )}
      {link && (
        <ButtonLink variant="default" mt={10} to={link.to} search={link.search}>
          {link.label}
        </ButtonLink>
      )}
    </>
  );
}

type Port = DeviceDetail['ports'][number];

/** State of the port that an offline device was connected to, and the restart of its power; nothing if it is not known. */
function UplinkPort({ device }: { readonly device: DeviceDetail }) {
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
