import {
  changesChannel,
  changesPower,
  describeSurplus,
  isChangedRow,
  type RfPlanRow,
} from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatCount } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import {
  describeReason,
  formatInterruption,
  formatProposed,
  formatRadioChannel,
  formatShare,
} from '../rf-texts.ts';
import classes from '../rf.module.css';
import { PlanEditContext } from './edit-context.ts';
import { SurplusButton } from './PowerChoices.tsx';

/** Share of airtime from which a bar is highlighted. */
const HIGH_SHARE = 0.4;

interface RowPanelProps {
  readonly row: RfPlanRow;
  /** Number of changes to which the plan is limited. */
  readonly maxChanges: number | undefined;
}

/** Details of one radio in a plan, with its actions while the plan can be changed. */
export function RowPanel({ maxChanges, row }: RowPanelProps) {
  const { deviceId, now, power } = row;
  return (
    <>
      <RowActions row={row} />
      <Section title="Channel">
        <Facts
          items={[
            { label: 'Now', value: formatRadioChannel(now) },
            {
              label: 'Proposed',
              value:
                changesChannel(row) || row.turnsOff ? <strong>{formatProposed(row)}</strong> : 'No change',
            },
            ...(power
              ? [
                  {
                    label: 'Power',
                    value: changesPower(row) ? `${power.now} → ${power.proposed} dBm` : `${power.now} dBm`,
                  },
                ]
              : []),
            ...(row.surplus && !row.turnsOff
              ? [{ label: 'Can be turned off', value: describeSurplus(row) }]
              : []),
            { label: 'Reason', value: describeReason(row, maxChanges) },
            { label: 'Clients', value: formatCount(row.clients) },
            ...(changesChannel(row)
              ? [{ label: 'Interruption', value: formatInterruption(row.interruptionSeconds) }]
              : []),
          ]}
        />
      </Section>
      <Section title="Airtime used by others">
        <Shares label="Now" all={row.othersBefore} foreign={row.foreignBefore} />
        <Shares label="After" all={row.othersAfter} foreign={row.foreignAfter} />
      </Section>
      <Section title="Access points on the channel">
        <Facts
          items={[
            { label: 'Now', value: formatCount(row.neighboursBefore) },
            { label: 'After', value: formatCount(row.neighboursAfter) },
          ]}
        />
        <p className="above">
          <Link
            to={PATHS.devices}
            search={{ open: deviceId, tab: 'radios' }}
            className="plain inline-row touch"
          >
            Open device
          </Link>
        </p>
      </Section>
    </>
  );
}

interface SharesProps {
  readonly label: string;
  readonly all: number;
  readonly foreign: number;
}

function Shares({ all, foreign, label }: SharesProps) {
  return (
    <div className={`grid gap-2 ${classes['shares']}`}>
      <span>{label}</span>
      <div className="row gap-8">
        <ShareBar share={all} isHigh={all >= HIGH_SHARE} />
        <span className={`num ${classes['share']}`}>{formatShare(all)}</span>
      </div>
      <span />
      <span className="mut small">{formatShare(foreign)} by foreign networks</span>
    </div>
  );
}

function RowActions({ row }: { readonly row: RfPlanRow }) {
  const edit = use(PlanEditContext);
  if (!edit) return null;
  const { can, pins, selection } = edit;
  const isRefused = selection.isRefused(row);
  const isKept = pins.isPinned(row);
  return (
    <div className={`row wrap gap-8 ${classes['inPanel']}`} data-reasons>
      {(isRefused || isChangedRow(row)) && (
        <GatedButton variant="default" can={can} onClick={() => selection.refuse(row, !isRefused)}>
          {isRefused ? 'Accept change' : 'Refuse change'}
        </GatedButton>
      )}
      {row.surplus && <SurplusButton row={row} selection={selection} can={can} />}
      <GatedButton variant="default" can={pins.can} onClick={() => pins.pin(row, !isKept)}>
        {isKept ? 'Unpin channel' : 'Pin channel'}
      </GatedButton>
    </div>
  );
}
