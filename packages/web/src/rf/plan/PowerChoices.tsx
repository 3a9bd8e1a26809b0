import { describeSurplus, type Permission, type RfPlan, type RfPlanRow } from '@northlight/contract';
import { Switch } from '@mantine/core';
import { useId } from 'react';
import { formatReason, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { describeCoverage, formatRadioName, toRadioId } from '../rf-texts.ts';
import classes from '../rf.module.css';
import type { Selection } from './use-selection.ts';

interface PowerChoicesProps {
  readonly plan: RfPlan;
  readonly selection: Selection;
  readonly can: Permission;
}

/** Chooses whether the plan changes powers, and turns off radios that others replace. Nothing without either. */
export function PowerChoices({ can, plan, selection }: PowerChoicesProps) {
  const noteId = useId();
  const surplus = plan.rows.filter((row) => row.surplus);
  if (!plan.power && !selection.keepsPower && surplus.length === 0) return null;
  return (
    <div className={classes['budget']}>
      <div className="row wrap between gap-8">
        <Switch
          size="xs"
          label="Change powers"
          checked={!selection.keepsPower}
          disabled={!can.allowed}
          aria-describedby={noteId}
          onChange={({ currentTarget }) => selection.keepPower(!currentTarget.checked)}
        />
        <span id={noteId} className="mut small">
          {can.allowed ? describeCoverage(plan) : formatReason(can)}
        </span>
      </div>
      {surplus.length > 0 && <SurplusList rows={surplus} selection={selection} can={can} />}
    </div>
  );
}

interface SurplusListProps {
  readonly rows: readonly RfPlanRow[];
  readonly selection: Selection;
  readonly can: Permission;
}

function SurplusList({ can, rows, selection }: SurplusListProps) {
  return (
    <details className={classes['surplus']} open={rows.length === 1}>
      <summary>
        {formatPlural(rows.length, 'radio')} of 2.4 GHz can be turned off, because others cover the same
        places
      </summary>
      <ul className="column gap-8">
        {rows.map((row) => (
          <li key={toRadioId(row)} className="row wrap between gap-8">
            <span className="shrink-x">
              <strong>{formatRadioName(row)}</strong>{' '}
              <span className="mut small">{describeSurplus(row)}</span>
            </span>
            <SurplusButton row={row} selection={selection} can={can} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Turns a radio off in the plan, or leaves it on again. */
export function SurplusButton({
  can,
  row,
  selection,
}: Omit<SurplusListProps, 'rows'> & { readonly row: RfPlanRow }) {
  const isOff = selection.isOff(row);
  return (
    <GatedButton
      size="compact-sm"
      variant="default"
      can={can}
      aria-label={`${isOff ? 'Leave on' : 'Turn off'}: ${formatRadioName(row)}`}
      onClick={() => selection.turnOff(row, !isOff)}
    >
      {isOff ? 'Leave on' : 'Turn off'}
    </GatedButton>
  );
}
