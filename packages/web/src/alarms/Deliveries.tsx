import type { AlarmDelivery } from '@northlight/contract';
import { Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/current.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './alarms.module.css';
import { formatDeliveryLabel } from './alarm-labels.ts';

/** Recent notifications and their results. */
export function Deliveries() {
  const { id: projectId, timeZone } = useProject();
  const found = useQuery(createQuery('alarmDeliveryList', { params: { projectId } }));
  if (found.error) return <p className={classes['note']}>{toErrorSentence(found.error)}</p>;
  if (!found.data) return <Skeleton height={60} />;
  if (found.data.items.length === 0)
    return (
      <p className={classes['note']}>
        No notifications yet. They are sent after an alarm has lasted 1 min, and again when it clears.
      </p>
    );
  return (
    <ScrollBox label="Deliveries">
      <Table verticalSpacing={6} className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {['Time', 'Recipient', 'Subject', 'Result'].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.data.items.map((delivery: AlarmDelivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td className={classes['time'] ?? ''}>
                {formatTime(delivery.createdAt, timeZone)}
              </Table.Td>
              <Table.Td className={classes['url'] ?? ''}>{delivery.target}</Table.Td>
              <Table.Td>{delivery.subject}</Table.Td>
              <Table.Td>
                {formatDeliveryLabel(delivery)}
                {delivery.detail !== undefined && <span className={classes['about']}>{delivery.detail}</span>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
