import type { Device, Topology, TopologyLink } from '@northlight/contract';
import { Group } from '@mantine/core';
import { ButtonLink } from '../../app/app-link.tsx';
import { LinkFacts } from './LinkFacts.tsx';
import { PATHS } from '../../paths.ts';

interface LinkPanelProps {
  readonly link: TopologyLink;
  readonly topology: Topology;
  readonly devices: readonly Device[];
  /** The shown time of the past; undefined for the present. */
  readonly at: string | undefined;
}

/** Panel of a link: its facts, and links to the forms of its switch ports. */
export function LinkPanel({ at, devices, link, topology }: LinkPanelProps) {
  return (
    <>
      <LinkFacts link={link} topology={topology} at={at} />
      <LinkPorts link={link} devices={devices} />
    </>
  );
}

function LinkPorts({ devices, link }: Pick<LinkPanelProps, 'devices' | 'link'>) {
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
