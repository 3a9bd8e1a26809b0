/** The drawing of a network in a page of its own: `bench -- topology` measures its first painting and its gestures. */
import '../../src/styles.css';
import type { Topology } from '@northlight/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createDisplayGraph, TopologyDrawing } from '../../src/topology/index.ts';
import { theme } from '../../src/ui/theme.ts';
import { awaitPainting, awaitRest, getRoom } from '../painting.ts';

let root: ReturnType<typeof createRoot> | undefined;

/** Draws a network with opened groups. Returns the time from the data to the painted drawing (ms), and the number of cards. */
async function draw(
  topology: Topology,
  openedIds: readonly string[],
): Promise<{ readonly ms: number; readonly cards: number }> {
  root?.unmount();
  getRoom().replaceChildren();
  root = createRoot(getRoom());
  const opened = new Set(openedIds);
  const client = new QueryClient();
  await awaitRest();
  const start = performance.now();
  const graph = createDisplayGraph(topology, [], opened);
  root.render(
    <MantineProvider theme={theme} defaultColorScheme="light">
      <QueryClientProvider client={client}>
        <TopologyDrawing
          graph={graph}
          topology={topology}
          direction="vertical"
          offsets={new Map()}
          onMove={undefined}
          highlight={undefined}
          selectedId={undefined}
          target={undefined}
          describeLine={() => 'Link'}
          expanded={new Set()}
          onClients={() => undefined}
          onSelect={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  while (!document.querySelector('[data-card], [data-overview]')) await awaitPainting();
  await awaitPainting();
  return { ms: performance.now() - start, cards: graph.cards.size };
}

Object.assign(globalThis, { draw, awaitPainting, awaitRest });
