import {
  changesChannel,
  changesPower,
  describeRfRow,
  formatBand,
  isChangedRow,
  type RfPlan,
  type RfPlanRow,
  type RfRadioChannel,
  type RfRadioKey,
  type RfRun,
  type RfRunDetail,
} from '@northlight/contract';
import { formatMinus, formatPlural } from '../kit/format/index.ts';

export const RF_TITLE = 'RF Optimization';

/** Account of runs that no user started. */
const SYSTEM = 'system';
export const formatActor = (account: string): string => (account === SYSTEM ? 'Northlight' : account);

export const toRadioId = ({ deviceId, radioId }: RfRadioKey): string => `${deviceId} ${radioId}`;

type NamedRadio = Parameters<typeof formatBand>[0];
export const formatRadioName = (row: { readonly deviceName: string; readonly band: NamedRadio }): string =>
  `${row.deviceName} ${formatBand(row.band)}`;

export const formatRadioChannel = ({ channel, widthMhz }: RfRadioChannel): string =>
  `${channel}, ${widthMhz} MHz`;

/** Formats what a plan sets at a radio: its channel, or that it is off. */
export const formatProposed = (row: Pick<RfPlanRow, 'proposed' | 'turnsOff'>): string =>
  row.turnsOff ? 'Off' : formatRadioChannel(row.proposed);

/** Describes what a plan sets at a radio: `channel 36, 80 MHz, 14 dBm`. */
export const describeTarget = (row: RfPlanRow): string =>
  row.turnsOff
    ? 'turning the radio off'
    : [
        ...(changesChannel(row) ? [`channel ${formatRadioChannel(row.proposed)}`] : []),
        ...(row.power && changesPower(row) ? [`${row.power.proposed} dBm`] : []),
      ].join(', ');

/** Formats a state of a radio: `36, 80 MHz, 14 dBm`. */
export const formatRadioState = (channel: RfRadioChannel, powerDbm: number | undefined): string =>
  [formatRadioChannel(channel), ...(powerDbm === undefined ? [] : [`${powerDbm} dBm`])].join(', ');

export const formatShare = (share: number): string => `${Math.round(share * 100)} %`;

/** Formats a change as a share with its sign: `−61 %`. */
export const formatChange = (change: number): string => {
  const percent = Math.round(change * 100);
  return `${percent > 0 ? '+' : ''}${formatMinus(percent)} %`;
};

/** Smallest share that a sentence shows with one decimal as more than zero. */
const LEAST_GAP = 0.0005;

/** Describes the predicted effect of a plan, and how much better another plan can be at most. */
export function describeEffect({ gap, interferenceAfter, interferenceBefore, power }: RfPlan): string {
  const getChange = (after: number): number => (interferenceBefore > 0 ? after / interferenceBefore - 1 : 0);
  const bound =
    gap === undefined
      ? 'no bound for this site'
      : gap < LEAST_GAP
        ? 'the lowest possible'
        : `at most ${(gap * 100).toFixed(1)} % above the lowest possible`;
  const channels = `${formatChange(getChange(interferenceAfter))}; ${bound}`;
  return power
    ? `Interference ${formatChange(getChange(power.interferenceAfter))}. By channels alone ${channels}`
    : `Interference ${channels}`;
}

const PLACES = { map: 'cells of the Wi-Fi map', clients: 'clients of the last 24 h' } as const;

/** Describes the powers of a plan and what they cover: `12 radios get another power. 5 GHz: −67 dBm at 98 % …`. */
export function describeCoverage({ power, rows }: RfPlan): string {
  const changed = rows.filter((row) => changesPower(row)).length;
  if (!power) return 'All powers stay';
  const coverage = power.coverage.map(({ band, coveredAfter, coveredBefore, places }) => {
    const [before, after] = [coveredBefore, coveredAfter].map((count) => formatShare(count / places));
    return `${formatBand(band)} ${before === after ? after : `${before} → ${after}`}`;
  });
  return `${formatPlural(changed, 'radio')} ${changed === 1 ? 'gets' : 'get'} another power. At least −67 dBm at ${coverage.join(', ')} of the ${PLACES[power.places]}`;
}

/** Describes the part of the improvement that a number of changed radios brings. */
export function describeBudget(changes: number, radios: number, budget: RfPlan['budget']): string {
  if (changes === 0) return 'No radio changes its channel';
  const share = budget[changes] ?? 1;
  return `${changes} of ${radios} radios ${changes === 1 ? 'brings' : 'bring'} ${formatShare(share)} of the improvement`;
}

/** Describes why a radio gets or keeps its channel, in a plan that is limited to a number of changes or not. */
export function describeReason(row: RfPlanRow, maxChanges: number | undefined): string {
  const gains = row.othersAfter < row.othersBefore;
  if (maxChanges === undefined || row.kept || isChangedRow(row) || gains) return describeRfRow(row);
  return `Keeps its channel within the limit of ${formatPlural(maxChanges, 'change')}.`;
}

/** Formats the time for which clients are without Wi-Fi. A channel switch announcement takes only a moment. */
export function formatInterruption(seconds: number): string {
  if (seconds === 0) return 'A moment';
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

const WINDOW_HOURS = 0.25;
const MEASURED_HOURS = 24;

/** Describes the measured effect of an applied plan: `−48 %, after 6 of 24 h`; `+28 %, in 30 min` if it was taken back. */
export function describeMeasured({ application, measured, measurement }: RfRunDetail): string {
  const isOver = application?.state === 'restored';
  const hours = (measurement?.windows.length ?? 0) * WINDOW_HOURS;
  const time = hours < MEASURED_HOURS ? describeTime(hours, isOver) : '';
  if (hours === 0) return isOver ? 'Not measured' : 'Not measured yet';
  if (measured === undefined) return `No week before to compare with${time}`;
  return `${formatChange(measured)}${time}`;
}

function describeTime(hours: number, isOver: boolean): string {
  if (!isOver) return `, after ${Math.floor(hours)} of ${MEASURED_HOURS} h`;
  return `, in ${hours < 1 ? `${hours * 60} min` : `${Math.floor(hours)} h`}`;
}

const TRIGGERS: Readonly<Record<RfRun['trigger'], string>> = {
  manual: 'Manual',
  scheduled: 'Scheduled',
  auto: 'Automatic',
};
/** Describes what started a run: `Automatic: 12 foreign networks appeared.` */
export const describeTrigger = ({ cause, trigger }: RfRun): string =>
  cause === undefined ? TRIGGERS[trigger] : `${TRIGGERS[trigger]}: ${cause}`;

export const RUN_STATES: Readonly<Record<RfRun['state'], string>> = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const OUTCOMES: Readonly<Record<NonNullable<RfPlanRow['outcome']>, string>> = {
  waiting: 'Waiting',
  confirmed: 'Confirmed',
  'not-confirmed': 'Not confirmed',
};

export const APPLICATION_STATES: Readonly<Record<NonNullable<RfRun['application']>['state'], string>> = {
  waiting: 'Waiting',
  refused: 'Refused',
  applied: 'Applied',
  restored: 'Restored',
};
