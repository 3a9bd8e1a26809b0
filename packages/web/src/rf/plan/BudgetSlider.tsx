import type { Permission, RfPlan } from '@northlight/contract';
import { Loader, Slider } from '@mantine/core';
import { useState } from 'react';
import { formatReason } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { describeBudget } from '../rf-texts.ts';
import classes from '../rf.module.css';
import type { Selection } from './use-selection.ts';

interface BudgetSliderProps {
  readonly plan: RfPlan;
  readonly selection: Selection;
  readonly can: Permission;
}

/** Limits the number of changed radios, with the part of the improvement that they bring. */
export function BudgetSlider({ can, plan, selection }: BudgetSliderProps) {
  const [dragged, setDragged] = useState<number>();
  const most = plan.budget.length - 1;
  const value = dragged ?? Math.min(selection.maxChanges ?? most, most);
  if (most < 1) return null;
  return (
    <div className={classes['budget']}>
      <div className="row wrap between gap-8">
        <strong className="tabular" role="status">
          {describeBudget(value, plan.rows.length, plan.budget)}
        </strong>
        {selection.isComputing && (
          <span className="row gap-6 mut small" role="status">
            <Loader size={12} />
            Computing the plan
          </span>
        )}
      </div>
      <BudgetCurve budget={plan.budget} value={value} />
      <Slider
        min={0}
        max={most}
        value={value}
        disabled={!can.allowed}
        label={null}
        thumbLabel="Number of changed radios"
        onChange={setDragged}
        onChangeEnd={(end) => {
          setDragged(undefined);
          if (end !== (selection.maxChanges ?? most)) selection.limit(end === most ? undefined : end);
        }}
      />
      <div className="row between gap-8 mut small">
        <span>No change</span>
        <span className={can.allowed ? 'not-on-phone' : undefined}>
          {can.allowed ? 'Fewer changes disturb fewer clients' : formatReason(can)}
        </span>
        <span>{formatPlural(most, 'change')}</span>
      </div>
    </div>
  );
}

/** Improvement by the number of changes. The sentence above states the same. */
function BudgetCurve({ budget, value }: { readonly budget: RfPlan['budget']; readonly value: number }) {
  const toPath = (count: number): string => {
    const points = budget
      .slice(0, count + 1)
      .map((share, changes) => `L${changes} ${1 - Math.max(0, share)}`);
    return `M0 1${points.join('')}L${count} 1Z`;
  };
  return (
    <svg
      className={`block wide ${classes['curve']}`}
      viewBox={`0 0 ${budget.length - 1} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={classes['whole']} d={toPath(budget.length - 1)} />
      <path className={classes['chosen']} d={toPath(value)} />
    </svg>
  );
}
