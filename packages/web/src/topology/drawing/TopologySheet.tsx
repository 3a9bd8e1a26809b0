import { getDeviceState, type Project } from '@northlight/contract';
import { layout, type LayoutOptions, moveCards } from '@northlight/topology';
import type { Sheet } from '../../kit/canvas/export-picture.tsx';
import { INK, MUTED, SheetFrame } from '../../kit/canvas/SheetFrame.tsx';
import { formatPlural, formatTime } from '../../kit/format/index.ts';
import type { DisplayGraph, TopologyCard } from '../graph/display-graph.ts';
import type { Highlight } from '../graph/highlight.ts';
import { chooseLineStyle, LINE_STYLES, listUsedStyles, SPACING } from './drawing-styles.ts';
import { createFurtherPath, createLinePath } from './line-path.ts';
import { measureBounds, type Positions } from './positions.ts';
import { TopologySymbol } from './symbols.tsx';

/** The shown topology. */
interface ShownTopology {
  readonly graph: DisplayGraph;
  readonly options: LayoutOptions;
  /** Positions of cards that users moved. */
  readonly offsets: Positions;
  readonly highlight: Highlight | undefined;
}

interface SheetProps extends ShownTopology {
  readonly project: string;
  /** The shown time in the project's time zone. */
  readonly time: string;
}

const FOOT = 40;
const LEGEND_STEP = 140;
/** Numbers of characters that fit into a card. */
const TITLE_LENGTH = 18;
const NOTE_LENGTH = 24;
const COLOURS: Readonly<Record<string, string>> = {
  success: '#157347',
  warning: '#9a5b00',
  error: '#b42318',
};

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

/**
 * Returns the sheet of the shown topology.
 *
 * @param at the shown time of the past; undefined for the present
 */
export function createSheet(
  { name, timeZone }: Pick<Project, 'name' | 'timeZone'>,
  at: string | undefined,
  shown: Omit<ShownTopology, 'options'> & Pick<LayoutOptions, 'direction'>,
): Sheet {
  const time = formatTime(at ?? new Date().toISOString(), timeZone);
  const { direction, ...rest } = shown;
  return {
    nameParts: ['topology', name, time],
    title: `Network topology of ${name}`,
    content: <TopologySheet {...rest} options={{ ...SPACING, direction }} project={name} time={time} />,
  };
}

/** The shown topology as one picture with project, time and legend. */
export function TopologySheet({ graph, highlight, offsets, options, project, time }: SheetProps) {
  const { tree } = graph;
  const positions = moveCards(layout(tree, options), tree, offsets);
  const bounds = measureBounds(positions, options);
  const getOpacity = (id: string): number => (highlight && !highlight.ids.has(id) ? 0.25 : 1);
  return (
    <SheetFrame
      title={`Network topology of ${project}`}
      heading={project}
      line={`Network topology, ${time}`}
      width={bounds.width}
      height={bounds.height + FOOT}
    >
      <g transform={`translate(${-bounds.x} ${-bounds.y})`}>
        {graph.lines.map((line) => {
          const [upper, lower] = [positions.get(line.upperId), positions.get(line.lowerId)];
          if (!upper || !lower) return null;
          const { label, path } = line.isInTree
            ? createLinePath(upper, lower, options, line.lane)
            : createFurtherPath(upper, lower, options);
          const { dashes, width: stroke } = LINE_STYLES[chooseLineStyle(line)];
          return (
            <g key={line.id} opacity={getOpacity(line.id)}>
              <path d={path} fill="none" stroke={MUTED} strokeWidth={stroke} strokeDasharray={dashes} />
              <text x={label.x} y={label.y + 3} fontSize={9} fill={MUTED}>
                {line.label}
              </text>
            </g>
          );
        })}
        {[...graph.cards.values()].map((card) => {
          const at = positions.get(card.id);
          return (
            at && (
              <g key={card.id} transform={`translate(${at.x} ${at.y})`} opacity={getOpacity(card.id)}>
                <SheetCard card={card} options={options} />
              </g>
            )
          );
        })}
      </g>
      <g transform={`translate(0 ${bounds.height + FOOT - 8})`}>
        {listUsedStyles(graph.lines).map(({ dashes, label, width: stroke }, index) => (
          <g key={label} transform={`translate(${index * LEGEND_STEP} 0)`}>
            <path d="M0 -4h26" stroke={MUTED} strokeWidth={stroke} strokeDasharray={dashes} />
            <text x={32} fontSize={10} fill={MUTED}>
              {label}
            </text>
          </g>
        ))}
      </g>
    </SheetFrame>
  );
}

function SheetCard({ card, options }: { readonly card: TopologyCard; readonly options: LayoutOptions }) {
  const { cardHeight, cardWidth } = options;
  const { clients, device, note, symbol, title } = card;
  const colour = device?.state === undefined ? undefined : getDeviceState(device.state).colour;
  return (
    <>
      <rect width={cardWidth} height={cardHeight} rx={5} fill="#ffffff" stroke="#d6dee5" />
      <rect width={4} height={cardHeight} rx={2} fill={COLOURS[colour ?? ''] ?? '#84909b'} />
      <g transform={`translate(9 ${(cardHeight - 22) / 2})`} color={INK}>
        <TopologySymbol symbol={symbol} size={22} />
      </g>
      <text x={38} y={cardHeight / 2 - 2} fontSize={12} fontWeight={600} fill={INK}>
        {shorten(title, TITLE_LENGTH)}
      </text>
      <text x={38} y={cardHeight / 2 + 12} fontSize={10} fill={colour === 'error' ? COLOURS['error'] : MUTED}>
        {shorten(clients ? `${note}, ${formatPlural(clients, 'client')}` : note, NOTE_LENGTH)}
      </text>
    </>
  );
}
