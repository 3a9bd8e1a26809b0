import { TopologyTips } from './TopologyTips.tsx';
import type { CardLine } from './display-graph.ts';
import { listUsedStyles } from './drawing-styles.ts';
import classes from './topology.module.css';

/** The row below the drawing: the meaning of its lines, and a tip. */
export function DrawingFoot({
  canEdit,
  lines,
}: {
  readonly canEdit: boolean;
  readonly lines: readonly CardLine[];
}) {
  return (
    <div className={classes['foot']}>
      <Legend lines={lines} />
      <TopologyTips canEdit={canEdit} />
    </div>
  );
}

function Legend({ lines }: { readonly lines: readonly CardLine[] }) {
  return (
    <div className={classes['legend']} role="note" aria-label="Legend">
      {listUsedStyles(lines).map(({ dashes, label, width }) => (
        <span key={label}>
          <svg width={28} height={8} aria-hidden>
            <path d="M0 4h28" stroke="var(--mut)" strokeWidth={width} strokeDasharray={dashes} />
          </svg>
          {label}
        </span>
      ))}
    </div>
  );
}
