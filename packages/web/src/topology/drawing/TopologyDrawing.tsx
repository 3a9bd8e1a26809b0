import type { Topology } from '@northlight/contract';
import type { CardPosition, LayoutOptions } from '@northlight/topology';
import {
  Background,
  ControlButton,
  Controls,
  type Edge,
  type EdgeTypes,
  MiniMap,
  type Node,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import { useMemo, useRef, useState } from 'react';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { type CardNodeData, DeviceCard } from './DeviceCard.tsx';
import {
  type CardLine,
  describeCard,
  type DisplayGraph,
  isOffline,
  type TopologyCard,
} from '../graph/display-graph.ts';
import { describeMissing, type Highlight } from '../graph/highlight.ts';
import { createFurtherPath, createLinePath } from './line-path.ts';
import type { Positions } from './positions.ts';
import { LinkHover } from './LinkHover.tsx';
import { LinkLine, type LineData } from './LinkLine.tsx';
import { findCardAt, OverviewCanvas } from './OverviewCanvas.tsx';
import { MAX_ZOOM, MIN_ZOOM, NAMES_ZOOM, useViewport } from './use-viewport.ts';
import { useLayoutOptions, usePlacedCards } from './use-placed-cards.ts';
import { useVisibleCards } from './use-visible-cards.ts';
import classes from '../topology.module.css';

export type Direction = LayoutOptions['direction'];

const NODE_TYPES: NodeTypes = { card: DeviceCard };
const EDGE_TYPES: EdgeTypes = { line: LinkLine };
/** Zoom levels from which cards show all details, their name in larger type, and their name in the largest type. */
const ZOOM_LEVELS = [
  ['near', 0.9],
  ['middle', 0.6],
  ['small', NAMES_ZOOM],
] as const;

interface DrawingProps {
  readonly graph: DisplayGraph;
  readonly topology: Topology;
  readonly direction: Direction;
  /** Positions of cards that users moved. */
  readonly offsets: Positions;
  /** Called with the new distance from the card above when a card was moved; cards cannot be moved without it. */
  readonly onMove: ((nodeId: string, offset: CardPosition) => void) | undefined;
  /** The cards and lines that stay in colour; undefined if all do. */
  readonly highlight: Highlight | undefined;
  readonly selectedId: string | undefined;
  /** The shown time of the past; undefined for the present. */
  readonly at?: string | undefined;
  /** Card to move into view; another object moves it again. */
  readonly target: { readonly id: string } | undefined;
  readonly describeLine: (line: CardLine) => string;
  readonly onSelect: (id: string | undefined) => void;
  /** Devices whose clients are shown as cards. */
  readonly expanded: ReadonlySet<string>;
  readonly onClients: (deviceId: string) => void;
  /** Shows the drawing on the full screen, or in the page again. */
  readonly onFullScreen?: () => void;
}

/** Drawing of the topology with pan, zoom and mini-map. Cards and lines can be reached and opened with the keyboard. */
export function TopologyDrawing(props: DrawingProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing({
  at,
  describeLine,
  direction,
  expanded,
  graph,
  highlight,
  offsets,
  onClients,
  onFullScreen,
  onMove,
  onSelect,
  selectedId,
  target,
  topology,
}: DrawingProps) {
  const { options, renew } = useLayoutOptions(direction, offsets.size > 0 || onMove !== undefined);
  const { onNodesChange, parents, positions } = usePlacedCards(graph, options, offsets, onMove);
  const [hovered, setHovered] = useState<Omit<Parameters<typeof LinkHover>[0], 'at' | 'topology'>>();
  const isDim = useMemo(() => (id: string) => highlight !== undefined && !highlight.ids.has(id), [highlight]);
  const isPhone = useIsPhone();
  const { ids, isOverview } = useVisibleCards(positions, parents, options);
  const isShown = useMemo(() => (id: string) => ids?.has(id) ?? true, [ids]);
  // Cards keep their data while one of them is dragged, so that they are not drawn again.
  const data = useMemo(
    () =>
      new Map(
        [...graph.cards].map(([id, card]): [string, CardNodeData] => [
          id,
          { card, isDim: isDim(id), onClients, hasClientCards: expanded.has(id) },
        ]),
      ),
    [expanded, graph, isDim, onClients],
  );
  // Cards and lines that stay in the page are the same objects, so that they are not drawn again when others come.
  const getNode = useMemo(
    () =>
      createCache((card: TopologyCard): Node<CardNodeData> => ({
        id: card.id,
        type: 'card',
        position: positions.get(card.id) ?? { x: 0, y: 0 },
        data: data.get(card.id) ?? { card, isDim: false },
        width: options.cardWidth,
        height: options.cardHeight,
        selected: card.id === selectedId,
        ariaLabel: describeCard(card),
      })),
    [data, options, positions, selectedId],
  );
  const nodes = useMemo(
    () => [...graph.cards.values()].filter(({ id }) => isShown(id)).map(getNode),
    [getNode, graph, isShown],
  );
  const getEdge = useMemo(
    () =>
      createCache((line: CardLine): Edge<LineData> | undefined => {
        const [upper, lower] = [positions.get(line.upperId), positions.get(line.lowerId)];
        if (!upper || !lower) return undefined;
        const end = highlight?.missing.get(line.id);
        const missing = end && describeMissing(line, end, graph);
        const path = line.isInTree
          ? createLinePath(upper, lower, options, line.lane)
          : createFurtherPath(upper, lower, options);
        return {
          id: line.id,
          type: 'line',
          source: line.upperId,
          target: line.lowerId,
          data: { line, ...path, isDim: isDim(line.id), missing },
          // A line that is marked lies above those that share its way.
          zIndex: missing === undefined ? 0 : 1,
          selected: line.id === selectedId,
          focusable: line.link !== undefined,
          ariaLabel: describeLine(line),
          interactionWidth: 14,
        };
      }),
    [describeLine, graph, highlight, isDim, options, positions, selectedId],
  );
  const edges = useMemo(
    () =>
      graph.lines
        .filter(({ lowerId, upperId }) => isShown(upperId) && isShown(lowerId))
        .flatMap((line) => getEdge(line) ?? []),
    [getEdge, graph, isShown],
  );
  const zoomLevel = useStore(
    ({ transform: [, , zoom] }) => ZOOM_LEVELS.find(([, from]) => zoom >= from)?.[0] ?? 'far',
  );
  const frame = useRef<HTMLDivElement>(null);
  const { screenToFlowPosition } = useReactFlow();
  const { fit, isWhole } = useViewport(
    positions,
    options,
    target,
    `${direction} ${graph.cards.size}`,
    graph.lines.find(({ id }) => id === selectedId)?.lowerId ?? selectedId,
  );
  return (
    <div className={`grow panel relative clipped ${classes['drawing']}`} data-zoom={zoomLevel} ref={frame}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={onMove !== undefined}
        nodeDragThreshold={4}
        onNodesChange={onNodesChange}
        nodesConnectable={false}
        onlyRenderVisibleElements
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        deleteKeyCode={null}
        onNodeClick={(_event, { id }) => onSelect(id)}
        onEdgeClick={(_event, { data, id }) => data?.line.link && onSelect(id)}
        onPaneClick={({ clientX, clientY }) => {
          const point = screenToFlowPosition({ x: clientX, y: clientY });
          onSelect(isOverview ? findCardAt(point, positions, options) : undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          const id = (event.target as Element).closest('[data-id]')?.getAttribute('data-id');
          if (id) onSelect(id);
        }}
        onEdgeMouseEnter={(event, { data }) => {
          const box = frame.current?.getBoundingClientRect();
          if (data?.line.link && box)
            setHovered({
              link: data.line.link,
              x: event.clientX - box.left,
              y: event.clientY - box.top,
              bounds: box,
            });
        }}
        onEdgeMouseLeave={() => setHovered(undefined)}
        aria-label="Drawing of the network topology"
      >
        <Background gap={24} size={1} color="var(--line)" />
        {isOverview && (
          <OverviewCanvas graph={graph} positions={positions} options={options} highlight={highlight} />
        )}
        <Controls showInteractive={false} showFitView={false}>
          <ControlButton
            title="Fit into the window"
            aria-label="Fit into the window"
            onClick={() => {
              renew();
              fit();
            }}
          >
            <IconMaximize size={14} />
          </ControlButton>
          {onFullScreen && !isPhone && (
            <ControlButton title="Full screen" aria-label="Full screen" onClick={onFullScreen}>
              <IconArrowsMaximize size={14} />
            </ControlButton>
          )}
        </Controls>
        {!ids && !isPhone && !isWhole && (
          <MiniMap
            pannable
            zoomable
            ariaLabel="Overview of the drawing"
            nodeColor={({ data }) => chooseMiniMapColour((data as unknown as CardNodeData).card)}
            bgColor="var(--panel-2)"
            maskColor="color-mix(in srgb, var(--page) 70%, transparent)"
          />
        )}
      </ReactFlow>
      {hovered && <LinkHover {...hovered} topology={topology} at={at} />}
    </div>
  );
}

/** Returns a function that builds the item of each value once. */
function createCache<Value extends object, Item>(build: (value: Value) => Item): (value: Value) => Item {
  const items = new WeakMap<Value, Item>();
  return (value) => {
    const known = items.get(value);
    if (known !== undefined) return known;
    const item = build(value);
    items.set(value, item);
    return item;
  };
}

function chooseMiniMapColour({ alarms, device, members }: TopologyCard): string {
  if (isOffline(device?.state) || alarms?.severity === 'critical') return 'var(--st-err)';
  if (members?.some(({ state }) => isOffline(state))) return 'var(--st-warn)';
  return (device ?? members) ? 'var(--st-ok)' : 'var(--thumb)';
}
