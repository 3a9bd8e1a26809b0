import { memo } from 'react';
import type { CardLine } from '../graph/display-graph.ts';
import { chooseLineStyle, LINE_STYLES } from './drawing-styles.ts';
import { createItemProps } from './item-props.ts';
import classes from '../topology.module.css';

interface LinkLineProps {
  readonly line: CardLine;
  readonly description: string;
  readonly path: string;
  /** Place of the label (px). */
  readonly labelX: number;
  readonly labelY: number;
  readonly isDim: boolean;
  readonly isSelected: boolean;
  /** Text about the port at which the shown VLAN is missing. */
  readonly missing: string | undefined;
}

/** Line of a link. Its width shows the class of its speed; wireless, blocked and uncertain links differ by their dashes. */
export const LinkLine = memo(function LinkLine(props: LinkLineProps) {
  const { description, isDim, isSelected, labelX, labelY, line, missing, path } = props;
  const evidence = line.link?.evidence;
  const { dashes, width } = LINE_STYLES[chooseLineStyle(line)];
  return (
    <g
      className={classes['line']}
      strokeWidth={width}
      {...createItemProps(line.id, description, line.link !== undefined)}
      data-unknown={evidence === 'none' || undefined}
      data-down={line.wan?.up === false || undefined}
      data-missing={missing !== undefined || undefined}
      data-difference={line.difference}
      data-dim={isDim || undefined}
      data-selected={isSelected || undefined}
    >
      <path d={path} strokeDasharray={dashes} strokeLinecap={evidence === 'wireless' ? 'round' : undefined} />
      <path d={path} className={classes['reach']} />
      {(missing !== undefined || line.label !== '') && (
        <text x={labelX} y={labelY} className={classes['lineLabel']}>
          {missing ?? line.label}
        </text>
      )}
    </g>
  );
});
