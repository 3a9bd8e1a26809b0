import { changesChannel, changesPower, formatBand, type RfPlanRow } from '@northlight/contract';
import type { GridColumn } from '../../kit/grid/index.ts';
import {
  describeReason,
  formatInterruption,
  formatProposed,
  formatRadioChannel,
  formatRadioName,
  OUTCOMES,
} from '../rf-texts.ts';
import { AcceptCell } from './PlanCells.tsx';

const formatPercent = (share: number): string => String(Math.round(share * 100));
const formatPair = (before: string, after: string): string =>
  before === after ? after : `${before} → ${after}`;

const ACCEPT: GridColumn<RfPlanRow> = {
  id: 'accept',
  header: 'Accept',
  width: 88,
  value: ({ kept }) => (kept === 'refused' ? 'No' : 'Yes'),
  text: () => '',
  cell: (row) => <AcceptCell row={row} />,
};

const OUTCOME_SIGNS = { waiting: 'running', confirmed: 'ok', 'not-confirmed': 'warning' } as const;

const OUTCOME: GridColumn<RfPlanRow> = {
  id: 'outcome',
  header: 'Reported',
  card: 'detail',
  width: 120,
  facet: true,
  value: ({ outcome }) => outcome && OUTCOMES[outcome],
  cell: ({ outcome }) =>
    outcome && (
      <span className="inline-row gap-6 state-sign tone" data-state={OUTCOME_SIGNS[outcome]}>
        {OUTCOMES[outcome]}
      </span>
    ),
};

const POWER: GridColumn<RfPlanRow> = {
  id: 'power',
  header: 'Power',
  card: 'detail',
  width: 116,
  align: 'right',
  value: ({ power }) => power && power.proposed - power.now,
  text: (row) =>
    row.power && changesPower(row) ? `${formatPair(`${row.power.now}`, `${row.power.proposed}`)} dBm` : '',
  isInCard: changesPower,
};

interface PlanColumns {
  /** True if powers change. */
  readonly hasPower: boolean;
  /** True if changes can be accepted and refused. */
  readonly isEditable: boolean;
  /** True if radios report whether they have their channel. */
  readonly isApplied: boolean;
  /** Number of changes to which the plan is limited. */
  readonly maxChanges: number | undefined;
}

export const createPlanColumns = ({
  hasPower,
  isApplied,
  isEditable,
  maxChanges,
}: PlanColumns): readonly GridColumn<RfPlanRow>[] => [
  {
    id: 'device',
    header: 'Access point',
    card: 'title',
    width: 130,
    value: ({ deviceName }) => deviceName,
    cardCell: formatRadioName,
  },
  { id: 'band', header: 'Radio', width: 72, facet: true, value: ({ band }) => formatBand(band) },
  {
    id: 'now',
    header: 'Now',
    width: 116,
    value: ({ now }) => now.channel,
    text: ({ now }) => formatRadioChannel(now),
  },
  {
    id: 'proposed',
    header: 'Proposed',
    card: 'state',
    width: 124,
    value: ({ proposed }) => proposed.channel,
    text: ({ proposed }) => formatRadioChannel(proposed),
    cell: (row) => <Proposed row={row} />,
    cardCell: (row) => formatPair(String(row.now.channel), formatProposed(row)),
  },
  ...(hasPower ? [POWER] : []),
  ...(isEditable ? [ACCEPT] : []),
  ...(isApplied ? [OUTCOME] : []),
  {
    id: 'reason',
    header: 'Reason',
    card: 'more',
    width: 240,
    value: (row) => describeReason(row, maxChanges),
    cell: (row) => <span title={describeReason(row, maxChanges)}>{describeReason(row, maxChanges)}</span>,
  },
  {
    id: 'clients',
    header: 'Clients',
    card: 'figure',
    width: 72,
    align: 'right',
    value: ({ clients }) => clients,
  },
  {
    id: 'interruption',
    header: 'Interruption',
    card: 'detail',
    width: 98,
    align: 'right',
    value: (row) => (changesChannel(row) ? row.interruptionSeconds : undefined),
    text: (row) => (changesChannel(row) ? formatInterruption(row.interruptionSeconds) : ''),
    isInCard: changesChannel,
  },
  {
    id: 'others',
    header: 'Others (%)',
    width: 98,
    align: 'right',
    // Sorts by the relief.
    value: ({ othersAfter, othersBefore }) => othersBefore - othersAfter,
    text: ({ othersAfter, othersBefore }) =>
      formatPair(formatPercent(othersBefore), formatPercent(othersAfter)),
  },
  {
    id: 'neighbours',
    header: 'Neighbours',
    width: 100,
    align: 'right',
    value: ({ neighboursAfter, neighboursBefore }) => neighboursBefore - neighboursAfter,
    text: ({ neighboursAfter, neighboursBefore }) =>
      formatPair(String(neighboursBefore), String(neighboursAfter)),
  },
];

function Proposed({ row }: { readonly row: RfPlanRow }) {
  if (!changesChannel(row) && !row.turnsOff) return <span className="mut">No change</span>;
  return <strong>{formatProposed(row)}</strong>;
}
