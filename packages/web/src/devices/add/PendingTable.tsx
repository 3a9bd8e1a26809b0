import type { WaitingDevice } from '@northlight/contract';
import { Button, Group, Table, VisuallyHidden } from '@mantine/core';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { ABSENT, Age, formatTime } from '../../kit/format/index.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { usePendingDecisions } from './use-pending-decisions.ts';
import { formatModelLabel } from './project-choices.ts';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface PendingTableProps {
  readonly devices: readonly WaitingDevice[];
  readonly onAdd: (device: WaitingDevice) => void;
}

export function PendingTable({ devices, onAdd }: PendingTableProps) {
  return (
    <ScrollBox label="Devices">
      <Table verticalSpacing={6} className="nowrap">
        <Table.Thead>
          <Table.Tr>
            {['Model', 'Serial number', 'MAC', 'Connecting from', 'Waiting since', 'Last seen'].map(
              (head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ),
            )}
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {devices.map((device) => (
            <Table.Tr key={device.sn}>
              <Table.Td>{formatModelLabel(device)}</Table.Td>
              <Table.Td className="mono">{device.sn}</Table.Td>
              <Table.Td className="mono">{device.mac}</Table.Td>
              <Table.Td>{device.network ?? ABSENT}</Table.Td>
              <Table.Td>{formatTime(device.since, BROWSER_TIME_ZONE)}</Table.Td>
              <Table.Td>
                <Age at={device.lastSeenAt} timeZone={BROWSER_TIME_ZONE} />
              </Table.Td>
              <Table.Td>
                <Decisions device={device} onAdd={() => onAdd(device)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

interface DecisionsProps {
  readonly device: WaitingDevice;
  readonly onAdd: () => void;
}

function Decisions({ device, onAdd }: DecisionsProps) {
  const { ignore, reject, restore } = usePendingDecisions();
  const { sn, status } = device;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {status !== 'rejected' && (
        <GatedButton can={device.can.add} aria-label={`Add to a project: ${sn}`} onClick={onAdd}>
          Add to a project
        </GatedButton>
      )}
      {status === 'waiting' ? (
        <Button variant="default" aria-label={`Ignore ${sn}`} onClick={() => ignore(device)}>
          Ignore
        </Button>
      ) : (
        <Button
          variant="default"
          aria-label={status === 'ignored' ? `Show again: ${sn}` : `Restore ${sn}`}
          onClick={() => restore(device)}
        >
          {status === 'ignored' ? 'Show again' : 'Restore'}
        </Button>
      )}
      {status !== 'rejected' && (
        <Button variant="default" aria-label={`Reject ${sn}`} onClick={() => reject(device)}>
          Reject
        </Button>
      )}
    </Group>
  );
}
