import { getDeviceState } from '@northlight/contract';
import { layout, type LayoutOptions, moveCards } from '@northlight/topology';
import { formatPlural } from '../../kit/format/index.ts';
import type { DisplayGraph, TopologyCard } from '../graph/display-graph.ts';
import type { Highlight } from '../graph/highlight.ts';
import { chooseLineStyle, LINE_STYLES, listUsedStyles } from './drawing-styles.ts';
import { createFurtherPath, createLinePath } from './line-path.ts';
import { measureBounds, type Positions } from './positions.ts';
import { TopologySymbol } from './symbols.tsx';

export interface SheetProps {
  readonly graph: DisplayGraph;
  readonly options: LayoutOptions;
  /** Positions of cards that users moved. */
  readonly offsets: Positions;
  readonly highlight: Highlight | undefined;
  readonly project: string;
  /** The shown time in the project's time zone. */
  readonly time: string;
}

const MARGIN = 24;
const HEAD = 56;
const FOOT = 40;
const LEGEND_STEP = 140;
const MIN_WIDTH = 1_000;
/** Numbers of characters that fit into a card. */
const TITLE_LENGTH = 18;
const NOTE_LENGTH = 24;
const INK = '#0d1319';
const MUTED = '#51606c';
const COLOURS: Readonly<Record<string, string>> = {
  success: '#157347',
  warning: '#9a5b00',
  error: '#b42318',
};

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

/** The shown topology as one picture with project, time and legend. Its colours do not depend on the page. */
export function TopologySheet({ graph, highlight, offsets, options, project, time }: SheetProps) {
  const { tree } = graph;
  const positions = moveCards(layout(tree, options), tree, offsets);
  const bounds = measureBounds(positions, options);
  const width = Math.max(bounds.width, MIN_WIDTH) + 2 * MARGIN;
  const height = bounds.height + HEAD + FOOT + 2 * MARGIN;
  const getOpacity = (id: string): number => (highlight && !highlight.ids.has(id) ? 0.25 : 1);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="Inter, system-ui, sans-serif"
    >
      <title>{`Network topology of ${project}`}</title>
      <rect width={width} height={height} fill="#ffffff" />
      <text x={MARGIN} y={MARGIN + 16} fontSize={20} fontWeight={700} fill={INK}>
        {project}
      </text>
      <text x={MARGIN} y={MARGIN + 36} fontSize={12} fill={MUTED}>
        {`Network topology, ${time}`}
      </text>
      <g transform={`translate(${MARGIN - bounds.x} ${MARGIN + HEAD - bounds.y})`}>
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
      <g transform={`translate(${MARGIN} ${height - MARGIN - 8})`}>
        {listUsedStyles(graph.lines).map(({ dashes, label, width: stroke }, index) => (
          <g key={label} transform={`translate(${index * LEGEND_STEP} 0)`}>
            <path d="M0 -4h26" stroke={MUTED} strokeWidth={stroke} strokeDasharray={dashes} />
            <text x={32} fontSize={10} fill={MUTED}>
              {label}
            </text>
          </g>
        ))}
      </g>
    </svg>
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
