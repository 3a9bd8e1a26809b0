import type { Topology } from '@northlight/contract';
import { DEFAULT_LAYOUT } from '@northlight/topology';
import { expect, it } from 'vitest';
import { createDisplayGraph } from '../graph/display-graph.ts';
import { TopologySheet } from './TopologySheet.tsx';
import { drawSheet } from '../../kit/canvas/export-picture.tsx';
import { NO_EDITS } from '../testing/no-edits.ts';

const NAME = '<script>alert(1)</script> & "Bar"';
const SITE: Topology = {
  rootId: 'gw',
  historySince: '2026-11-01T08:00:00Z',
  edits: NO_EDITS,
  nodes: [
    { id: 'gw', kind: 'device', name: NAME, deviceKind: 'gateway', state: 1 },
    { id: 'ap', kind: 'device', name: 'Hall', deviceKind: 'ap', state: 0 },
  ],
  links: [
    {
      id: 1,
      upper: { nodeId: 'gw', port: 'lan1' },
      lower: { nodeId: 'ap' },
      evidence: 'wireless',
      isInTree: true,
      isUncertain: false,
      since: '2026-11-27T08:00:00Z',
    },
  ],
};

it('draws a picture with project, time, devices and legend, in which names are text', () => {
  const {
    height,
    text,
    texts: placed,
    width,
  } = drawSheet(
    <TopologySheet
      graph={createDisplayGraph(SITE, [], new Set())}
      options={DEFAULT_LAYOUT}
      offsets={new Map()}
      highlight={undefined}
      project={NAME}
      time={'2026-11-27 10:00:00'}
    />,
  );
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(picture.querySelector('parsererror')).toBeNull();
  expect(picture.querySelector('script')).toBeNull();
  const texts = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(
    expect.arrayContaining([NAME, 'Network topology, 2026-11-27 10:00:00', 'Hall', 'Offline', 'Wireless']),
  );
  expect(placed.map((each) => each.text)).toEqual(texts.filter(Boolean));
  expect(placed.every(({ x, y }) => x > 0 && x < width && y > 0 && y < height)).toBe(true);
  expect([width > 500, height > 200]).toEqual([true, true]);
});
