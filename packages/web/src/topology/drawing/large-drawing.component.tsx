import type { Topology } from '@northlight/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { createDisplayGraph } from '../graph/display-graph.ts';
import { NO_EDITS } from '../testing/no-edits.ts';
import { TopologyDrawing } from './TopologyDrawing.tsx';
import { CARDS_MAX } from './use-visible-cards.ts';

const SINCE = '2026-11-01T08:00:00Z';
const IDS = Array.from({ length: CARDS_MAX + 100 }, (_, index) => `d${index}`);
const SITE: Topology = {
  rootId: 'gw',
  historySince: SINCE,
  edits: NO_EDITS,
  nodes: ['gw', ...IDS].map((id) => ({
    id,
    kind: 'device',
    name: `Device ${id}`,
    deviceKind: 'switch',
    state: 1,
  })),
  links: IDS.map((id, index) => ({
    id: index + 1,
    upper: { nodeId: 'gw', port: `p${index}` },
    lower: { nodeId: id },
    evidence: 'lldp-both',
    isInTree: true,
    isUncertain: false,
    since: SINCE,
  })),
};
const GRAPH = createDisplayGraph(SITE, [], new Set(['group gw switch']));
const NOTHING: ReadonlySet<string> = new Set();

function Site() {
  const [target, setTarget] = useState<{ readonly id: string }>();
  return (
    <div style={{ display: 'flex', width: 900, height: 600 }}>
      <button type="button" onClick={() => setTarget({ id: 'd7' })}>
        Go to d7
      </button>
      <TopologyDrawing
        graph={GRAPH}
        topology={SITE}
        direction="vertical"
        offsets={new Map()}
        onMove={undefined}
        highlight={undefined}
        selectedId={undefined}
        target={target}
        describeLine={({ lowerId }) => `Link of ${lowerId}`}
        expanded={NOTHING}
        onClients={() => undefined}
        onSelect={() => undefined}
      />
    </div>
  );
}

it('draws many cards on a canvas, and the cards near the window with their lines after it moved to one', async () => {
  await render(<Site />);
  await expect.element(page.getByRole('img', { name: /^Overview of 502 cards/ })).toBeVisible();
  expect(document.querySelectorAll('[data-card]')).toHaveLength(0);
  await page.getByRole('button', { name: 'Go to d7' }).click();
  await expect.element(page.getByText('Device d7', { exact: true })).toBeVisible();
  expect(document.querySelectorAll('[data-card]').length).toBeLessThan(CARDS_MAX);
  await expect.element(page.getByRole('group', { name: 'Link of d7', exact: true })).toBeInTheDocument();
});
