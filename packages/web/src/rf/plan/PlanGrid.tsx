import { changesPower, isChangedRow, type RfPlan, type RfPlanRow } from '@northlight/contract';
import { Switch } from '@mantine/core';
import IconAccessPoint from '@tabler/icons-react/dist/esm/icons/IconAccessPoint.mjs';
import { useMemo } from 'react';
import { PanelGrid } from '../../kit/grid/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { formatRadioName, toRadioId } from '../rf-texts.ts';
import classes from '../rf.module.css';
import { createPlanColumns } from './plan-columns.tsx';
import { RowPanel } from './RowPanel.tsx';

interface PlanGridProps {
  readonly plan: RfPlan;
  /** True if changes can be accepted and refused. */
  readonly isEditable: boolean;
  /** Number of changes to which the plan is limited. */
  readonly maxChanges: number | undefined;
}

const ALL = 'all';
// A refused change stays in the list, so that it can be accepted again.
const isShown = (row: RfPlanRow): boolean => isChangedRow(row) || row.kept === 'refused';

/** Lists the radios of a plan, those that change by default. A row opens its details. */
export function PlanGrid({ isEditable, maxChanges, plan: { rows } }: PlanGridProps) {
  const { search, set } = useUrlState();
  const isAll = search.show === ALL;
  const shown = useMemo(() => (isAll ? rows : rows.filter(isShown)), [isAll, rows]);
  const isApplied = rows.some(({ outcome }) => outcome !== undefined);
  const hasPower = rows.some(changesPower);
  const columns = useMemo(
    () => createPlanColumns({ hasPower, isApplied, isEditable, maxChanges }),
    [hasPower, isApplied, isEditable, maxChanges],
  );
  return (
    <div className={`column grow shrink-x ${classes['list']}`}>
      <PanelGrid
        panelLabel="Radio"
        renderTitle={formatRadioName}
        renderPanel={(row) => <RowPanel row={row} maxChanges={maxChanges} />}
        openable={rows}
        id="rf-plan"
        label="Radios of the plan"
        noun="radio"
        rows={shown}
        columns={columns}
        rowId={toRadioId}
        rowName={formatRadioName}
        rowMark={(row) => (isChangedRow(row) ? undefined : 'offline')}
        defaultSort="-others"
        tools={
          <div className={`fixed ${classes['only']}`}>
            <Switch
              size="xs"
              label="Only changes"
              checked={!isAll}
              onChange={({ currentTarget }) => set({ show: currentTarget.checked ? undefined : ALL })}
            />
          </div>
        }
        empty={
          <EmptyNote icon={<IconAccessPoint size={40} stroke={1.4} />} title="No radio changes">
            Every radio keeps its channel. Turn off “Only changes” to see the reason of each.
          </EmptyNote>
        }
      />
    </div>
  );
}
