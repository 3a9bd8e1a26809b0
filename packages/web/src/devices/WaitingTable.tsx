import type { WaitingDevice } from '@northlight/contract';
import { Button, Group, Table, VisuallyHidden } from '@mantine/core';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { ABSENT, Age, formatTime } from '../kit/format/index.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import { useWaitingDecisions } from './use-waiting-decisions.ts';
import classes from './waiting.module.css';
import { whatItIs } from './waiting-words.ts';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface WaitingTableProps {
  readonly devices: readonly WaitingDevice[];
  readonly onAdd: (device: WaitingDevice) => void;
}

export function WaitingTable({ devices, onAdd }: WaitingTableProps) {
  return (
    <ScrollBox label="Devices">
      <Table verticalSpacing={6} className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {['Model', 'Serial number', 'MAC', 'Calls from', 'Waits since', 'Last call'].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {devices.map((device) => (
            <Table.Tr key={device.sn}>
              <Table.Td>{whatItIs(device)}</Table.Td>
              <Table.Td className="mono">{device.sn}</Table.Td>
              <Table.Td className="mono">{device.mac}</Table.Td>
              <Table.Td>{device.network ?? ABSENT}</Table.Td>
              <Table.Td>{formatTime(device.since, HERE)}</Table.Td>
              <Table.Td>
                <Age at={device.lastSeenAt} timeZone={HERE} />
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
  const { ignore, reject, restore } = useWaitingDecisions();
  const { sn, status } = device;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {status !== 'rejected' && (
        <GatedButton can={device.can.add} aria-label={`Add ${sn} to a project`} onClick={onAdd}>
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
          aria-label={status === 'ignored' ? `Show again: ${sn}` : `Take back the rejection of ${sn}`}
          onClick={() => restore(device)}
        >
          {status === 'ignored' ? 'Show again' : 'Take back'}
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
