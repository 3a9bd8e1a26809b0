import { type AlarmDelivery, ERRORS } from '@northlight/contract';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { type ReactNode, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { formatReason } from '../kit/controls/GatedButton.tsx';
import { formatTime } from '../kit/format/index.ts';
import {
  createChoiceFilter,
  createTimeColumn,
  type GridColumn,
  PagedGrid,
  type ServerFilters,
  usePagedList,
} from '../kit/grid/index.ts';
import { Page, Section } from '../kit/page/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { DELIVERY_STATE_LABELS, formatDeliveryLabel, formatMomentLabel } from './alarm-labels.ts';

/** Lists sent and pending notifications in pages, newest first. */
export function DeliveriesTab({ tools }: { readonly tools: ReactNode }) {
  const { can } = useProject();
  if (can.write.allowed) return <DeliveryList tools={tools} />;
  return (
    <Page title="Alarm" tools={tools}>
      {can.write.code === ERRORS.demoProject.code ? (
        <EmptyNote icon={<IconSend size={40} stroke={1.4} />} title="The demo sends no notifications">
          In your own project, each e-mail and each call of a webhook is listed here with its time, recipient
          and result.
        </EmptyNote>
      ) : (
        <Notice tone="plain">{formatReason(can.write)}</Notice>
      )}
    </Page>
  );
}

const getRowId = ({ id }: AlarmDelivery): string => id;
const getRowName = ({ subject }: AlarmDelivery): string => subject;

function DeliveryList({ tools }: { readonly tools: ReactNode }) {
  const { id: projectId, timeZone } = useProject();
  const columns = useMemo(() => createDeliveryColumns(timeZone), [timeZone]);
  const list = usePagedList(
    'alarmDeliveryList',
    { params: { projectId }, query: {} },
    { id: 'alarm-deliveries', columns, serverFilters: FILTERS },
  );
  return (
    <Page title="Alarm" layout="fill" tools={tools}>
      <PagedGrid
        list={list}
        order="-time"
        moreLabel="Load older deliveries"
        panelLabel="Delivery"
        renderTitle={getRowName}
        renderPanel={(delivery) => <DeliveryPanel delivery={delivery} timeZone={timeZone} />}
        label="Deliveries"
        noun="delivery"
        nouns="deliveries"
        rowId={getRowId}
        rowName={getRowName}
        empty={
          <EmptyNote icon={<IconSend size={40} stroke={1.4} />} title="No deliveries">
            A notification is sent after an alarm has lasted 1 min, and again when it clears. Choose the
            recipients under Notifications.
          </EmptyNote>
        }
      />
    </Page>
  );
}

const FILTERS: ServerFilters = { state: createChoiceFilter('state', DELIVERY_STATE_LABELS) };

const createDeliveryColumns = (timeZone: string): readonly GridColumn<AlarmDelivery>[] => [
  createTimeColumn(timeZone, {
    id: 'time',
    header: 'Time',
    card: 'detail',
    width: 176,
    at: ({ createdAt }) => createdAt,
  }),
  {
    id: 'state',
    header: 'Result',
    card: 'state',
    width: 210,
    facet: Object.values(DELIVERY_STATE_LABELS),
    value: ({ state }) => DELIVERY_STATE_LABELS[state],
    text: formatDeliveryLabel,
  },
  { id: 'target', header: 'Recipient', card: 'detail', width: 280, value: ({ target }) => target },
  { id: 'subject', header: 'Subject', card: 'title', width: 360, value: ({ subject }) => subject },
];

interface DeliveryPanelProps {
  readonly delivery: AlarmDelivery;
  readonly timeZone: string;
}

function DeliveryPanel({ delivery, timeZone }: DeliveryPanelProps) {
  const { attempts, createdAt, detail, endedAt, nextAt, target } = delivery;
  const more = [
    detail !== undefined && { label: 'Last error', value: detail },
    { label: 'Attempts', value: String(attempts) },
    nextAt !== undefined && { label: 'Next attempt', value: formatTime(nextAt, timeZone) },
    endedAt !== undefined && { label: 'Ended', value: formatTime(endedAt, timeZone) },
  ].filter((fact) => fact !== false);
  return (
    <Section title="Delivery">
      <Facts
        items={[
          { label: 'Recipient', value: <span className="anywhere">{target}</span> },
          { label: 'Reason', value: formatMomentLabel(delivery) },
          { label: 'Created', value: formatTime(createdAt, timeZone) },
          { label: 'Result', value: formatDeliveryLabel(delivery) },
          ...more,
        ]}
      />
    </Section>
  );
}
