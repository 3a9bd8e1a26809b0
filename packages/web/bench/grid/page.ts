/** Shows the same devices in the console's grid and in a table without a library, for P15. */
import '../../src/kit/zod-setup.ts';
import '../../src/styles.css';
import { CONFIG_STATES, type Device, LINK_TYPES, MANAGEMENT_MODES } from '@northlight/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { createDeviceColumns } from '../../src/devices/index.ts';
import { DataGrid, type GridColumn } from '../../src/kit/grid/index.ts';
import { getColumnText } from '../../src/kit/grid/types.ts';
import { parseAppSearch } from '../../src/kit/url-state.ts';
import { theme } from '../../src/ui/theme.ts';
import { awaitFrame, awaitPainting, awaitRest, getRoom } from '../painting.ts';

const ZONE = 'Europe/Lisbon';
const KINDS = ['gateway', 'switch', 'ap'] as const;
const MODELS = ['NL-GW8', 'NL-SW24P, PoE', 'NL-AP6C, ceiling'] as const;
const ALLOWED = { allowed: true } as const;
const CAN = {
  configure: ALLOWED,
  restart: ALLOWED,
  reset: ALLOWED,
  upgrade: ALLOWED,
  rename: ALLOWED,
  replace: ALLOWED,
  remove: ALLOWED,
  diagnose: ALLOWED,
  openLocalPage: ALLOWED,
};
const MAX_FRAMES = 2_000;
const room = getRoom();

type Row = Device & { readonly cpuPercent: number; readonly clientCount: number };

interface Table {
  /** Resolves in the state of a page before its rows arrive. */
  readonly ready: Promise<unknown>;
  readonly mount: () => void;
  /** Returns the text of a column in the first row. */
  readonly readFirst: (column: number) => string | undefined;
  readonly sort: (header: string) => void;
  readonly update: (rows: readonly Row[]) => void;
  readonly end: () => void;
}

/** Returns the same unsorted devices in every run. */
function createRows(count: number, now: number): Row[] {
  return Array.from({ length: count }, (_, index): Row => {
    const mixed = (index * 7919) % count;
    const bytes = [mixed >> 16, (mixed >> 8) & 255, mixed & 255];
    return {
      id: `device-${index}`,
      sn: `G1NL${String(mixed).padStart(9, '0')}`,
      mac: `02:00:00:${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`,
      name: `Floor ${mixed % 40} room ${mixed}`,
      model: 'NL',
      modelName: MODELS[mixed % 3] ?? '',
      kind: KINDS[mixed % 3] ?? 'ap',
      role: 'access-point',
      state: mixed % 17 === 3 ? 0 : 1,
      stateAt: new Date(now - mixed * 1000).toISOString(),
      waiting: false,
      managed: 'cloud',
      managementMode: MANAGEMENT_MODES.cloud,
      linkType: LINK_TYPES.mqtt,
      configState: CONFIG_STATES.configured,
      features: [],
      ip: `10.${bytes.join('.')}`,
      vlan: 1 + (mixed % 5),
      port: `LAN${mixed % 24}`,
      uplink: { id: `device-${mixed % 100}`, name: `Switch ${mixed % 100}` },
      softwareVersion: '1.2.3',
      hardwareVersion: 'A1',
      cpuPercent: (mixed * 31) % 100,
      memoryPercent: (mixed * 17) % 100,
      uptimeSeconds: mixed * 60,
      clientCount: mixed % 60,
      reportedAt: new Date(now - (mixed % 60) * 1000).toISOString(),
      stale: false,
      config: { desiredRev: 1, reportedRev: 1, status: 'applied', issues: [] },
      can: CAN,
    };
  });
}

/** Changes the figures of every tenth row. */
const withNewFigures = (rows: readonly Row[], now: number): Row[] =>
  rows.map((row, index) =>
    index % 10 === 0
      ? {
          ...row,
          cpuPercent: (row.cpuPercent + 7) % 100,
          clientCount: row.clientCount + 1,
          reportedAt: new Date(now).toISOString(),
        }
      : row,
  );

async function awaitUntil(isReached: () => boolean): Promise<void> {
  for (let count = 0; !isReached(); count++) {
    if (count > MAX_FRAMES) throw new Error('The table never showed the expected text.');
    await awaitFrame();
  }
  await awaitPainting();
}

const getRowId = ({ id }: Row): string => id;
const getRowName = ({ name }: Row): string => name;
const KEY = ['rows'];

/** The grid as pages use it: rows from the query cache, the order in the address. */
function createGrid(rows: readonly Row[]): Table {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(KEY, { items: rows });
  function List() {
    const { data } = useQuery<{ readonly items: readonly Row[] }>({
      queryKey: KEY,
      queryFn: () => ({ items: [] }),
    });
    const columns = useMemo(() => createDeviceColumns(ZONE), []);
    return createElement(DataGrid<Row>, {
      id: 'devices',
      label: 'Devices',
      noun: 'device',
      rows: data?.items,
      columns,
      rowId: getRowId,
      rowName: getRowName,
      onOpen: () => undefined,
      renderSelection: () => null,
      empty: null,
    });
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: List, validateSearch: parseAppSearch }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const box = document.createElement('div');
  box.className = 'frame';
  room.append(box);
  const root = createRoot(box);
  const list = createElement(RouterProvider, { router });
  const cache = createElement(QueryClientProvider, { client }, list);
  const element = createElement(MantineProvider, { theme }, cache);
  const findHeader = (header: string) =>
    [...box.querySelectorAll<HTMLElement>('[role=columnheader] button')].find(({ textContent }) =>
      textContent.startsWith(header),
    );
  return {
    // The router has matched its route.
    ready: router.load(),
    mount: () => root.render(element),
    readFirst: (column) =>
      box.querySelector(`[aria-rowindex="2"] [role=gridcell]:nth-child(${column + 2})`)?.textContent,
    sort: (header) => findHeader(header)?.click(),
    update: (next) => client.setQueryData(KEY, { items: next }),
    end: () => {
      root.unmount();
      client.clear();
    },
  };
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** A table without any library: all rows in the document. */
function createPlainTable(rows: readonly Row[]): Table {
  const columns: readonly GridColumn<Device>[] = createDeviceColumns(ZONE);
  const box = document.createElement('div');
  box.className = 'plain';
  const table = document.createElement('table');
  const body = document.createElement('tbody');
  table.append(body);
  box.append(table);
  let lines: { row: Row; readonly line: HTMLTableRowElement }[] = [];
  return {
    ready: Promise.resolve(),
    mount: () => {
      lines = rows.map((row) => {
        const line = document.createElement('tr');
        for (const column of columns) {
          const cell = document.createElement('td');
          cell.textContent = getColumnText(column, row);
          line.append(cell);
        }
        body.append(line);
        return { row, line };
      });
      room.append(box);
    },
    readFirst: (column) => body.rows[0]?.cells[column]?.textContent,
    sort: (header) => {
      const column = columns.find((each) => each.header.startsWith(header));
      const keyed = lines.map((each) => ({ each, key: column?.value(each.row) ?? '' }));
      keyed.sort(({ key: one }, { key: other }) =>
        typeof one === 'number' && typeof other === 'number'
          ? one - other
          : collator.compare(String(one), String(other)),
      );
      lines = keyed.map(({ each }) => each);
      body.replaceChildren(...lines.map(({ line }) => line));
    },
    update: (next) => {
      const byId = new Map(next.map((row) => [row.id, row]));
      for (const held of lines) {
        const row = byId.get(held.row.id);
        if (!row || row === held.row) continue;
        held.row = row;
        for (const [index, column] of columns.entries()) {
          const text = getColumnText(column, row);
          const cell = held.line.cells[index];
          if (cell && cell.textContent !== text) cell.textContent = text;
        }
      }
    },
    end: () => undefined,
  };
}

const TABLES = { ours: createGrid, plain: createPlainTable };
const findColumnIndex = (id: string): number =>
  createDeviceColumns(ZONE).findIndex((column) => column.id === id);

async function measureAct(
  act: () => void,
  read: () => string | undefined,
  expected: string | undefined,
): Promise<number> {
  await awaitRest();
  const start = performance.now();
  act();
  await awaitUntil(() => read() === expected);
  return performance.now() - start;
}

/** Returns the milliseconds from each act to painting: mounting, sorting by a figure and by a name, new figures. */
async function measure(kind: keyof typeof TABLES, count: number) {
  const now = Date.now();
  const rows = createRows(count, now);
  const table = TABLES[kind](rows);
  await table.ready;
  const readName = () => table.readFirst(findColumnIndex('name'));
  const [lowestCpu] = rows.toSorted((one, other) => one.cpuPercent - other.cpuPercent);
  const [firstByName] = rows.toSorted((one, other) => collator.compare(one.name, other.name));
  if (!lowestCpu || !firstByName) throw new Error('The table has no rows.');
  const mount = await measureAct(table.mount, readName, rows[0]?.name);
  const sortFigure = await measureAct(() => table.sort('CPU'), readName, lowestCpu.name);
  const sortText = await measureAct(() => table.sort('Name'), readName, firstByName.name);
  // The first visible row is among those that change, so that every change is painted.
  const offset = rows.indexOf(firstByName) % 10;
  const next = withNewFigures([...rows.slice(offset), ...rows.slice(0, offset)], now);
  const changed = next.find(({ id }) => id === firstByName.id);
  const patch = await measureAct(
    () => table.update(next),
    () => table.readFirst(findColumnIndex('clients')),
    String(changed?.clientCount),
  );
  table.end();
  room.replaceChildren();
  await awaitPainting();
  return { mount, sortFigure, sortText, patch };
}

Object.assign(globalThis, { measure });
