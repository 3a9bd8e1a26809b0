import type { Device, TopologyLink } from '@northlight/contract';
import { Group } from '@mantine/core';
import { ButtonLink } from '../app/app-link.tsx';
import { PATHS } from '../paths.ts';

/** Links to the forms of the switch ports at both ends. */
export function LinkPorts({
  devices,
  link,
}: {
  readonly link: TopologyLink;
  readonly devices: readonly Device[];
}) {
  const ends = [link.upper, link.lower].flatMap(({ nodeId, port }) => {
    const device = devices.find(({ id, kind }) => id === nodeId && kind === 'switch');
    return device && port !== undefined ? [{ device, port }] : [];
  });
  if (ends.length === 0) return null;
  return (
    <Group gap={8} mt={12}>
      {ends.map(({ device, port }) => (
        <ButtonLink
          key={device.id}
          variant="default"
          size="xs"
          to={PATHS.devices}
          search={{ open: device.id, tab: 'ports', ports: port }}
        >
          Open port {port} of {device.name}
        </ButtonLink>
      ))}
    </Group>
  );
}
