import type { Capabilities, PortCapability } from '@northlight/contract/device-protocol';
import { drawFill } from './shapes.ts';

const PORT_SIZE = 11;
const PORT_GAP = 3;
const GROUP_GAP = 8;

type FrontPort = Pick<PortCapability, 'type'>;

/** Lists the groups of ports from left to right, each with the ports of its rows from top to bottom. */
function listGroups({ face, ports }: Pick<Capabilities, 'face' | 'ports'>): FrontPort[][][] {
  const byId = new Map(ports.map((port) => [port.id, port]));
  const groups = face?.groups ?? [ports.map(({ id }) => id)];
  const rows = face?.rows ?? 1;
  return groups.map((ids) => {
    const group = ids.flatMap((id) => byId.get(id) ?? []).filter(({ type }) => type !== 'none');
    return Array.from({ length: rows }, (_, row) => group.filter((__, index) => index % rows === row));
  });
}

/** Returns the ports of a front at most `width` wide, centred at `x` and `y`. */
export function drawPorts(
  caps: Pick<Capabilities, 'face' | 'ports'>,
  { width, x, y }: { readonly x: number; readonly y: number; readonly width: number },
): string {
  const groups = listGroups(caps);
  const columns = groups.map((rows) => Math.max(0, ...rows.map(({ length }) => length)));
  const natural =
    columns.reduce((sum, count) => sum + count * (PORT_SIZE + PORT_GAP), 0) +
    (columns.length - 1) * GROUP_GAP;
  const scale = Math.min(1, width / Math.max(1, natural));
  const [size, step, gap] = [PORT_SIZE, PORT_SIZE + PORT_GAP, GROUP_GAP].map((length) => length * scale) as [
    number,
    number,
    number,
  ];
  const rowCount = Math.max(1, ...groups.map(({ length }) => length));
  const top = y - (rowCount * step - (step - size)) / 2;
  let left = x - (natural * scale - (step - size)) / 2;
  const shapes: string[] = [];
  for (const [index, rows] of groups.entries()) {
    for (const [row, ports] of rows.entries())
      for (const [column, { type }] of ports.entries()) {
        const place = { x: round(left + column * step), y: round(top + row * step) };
        const box = { ...place, width: round(size), height: round(size) };
        shapes.push(drawFill(box, type === 'sfp' ? 'cage' : 'port', round(size / 6)));
      }
    left += (columns[index] ?? 0) * step + gap;
  }
  return shapes.join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
