/**
 * P12: measures a page of a filtered and sorted device list through the API, compared with the same rows
 * directly from PostgreSQL.
 */
import type { DeviceQuery } from '@northlight/contract';
import { createProject } from '@northlight/server/testing';
import pg from 'pg';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';
import { fillDevices } from './fill-devices.ts';
import { claimFleet } from './fleet.ts';

const DEVICES = 20_000;
/** Number of devices of a large site; a second project contains all other devices. */
const TYPICAL = 500;
const PAGE = 500;
const ROUNDS = 30;
const WARM_UP = 5;
const RATIO_GOAL = 3;
/** Largest p95 as a multiple of the median: a median alone conceals pauses of the process. */
const TAIL_GOAL = 5;
const MODELS = ['NL-GW10', 'NL-AP6C', 'NL-SW8P', 'NL-AP6C', 'NL-AP6C'];

type Asked = Pick<DeviceQuery, 'kind' | 'search' | 'sort' | 'order'> & { readonly limit: number };

const COLUMN = {
  cpu: 'device_state.cpu',
  clients: 'device_state.clients',
  name: 'devices.name_key',
} as const;

/** Returns queries, each with a filter, an order and a page. */
const createQueries = (): (Asked & { readonly sort: keyof typeof COLUMN })[] => [
  { kind: 'ap', sort: 'cpu', order: 'desc', limit: PAGE },
  { kind: 'ap', sort: 'clients', order: 'asc', limit: PAGE },
  { search: '7', kind: 'switch', sort: 'name', order: 'asc', limit: PAGE },
];

/** Selects the page by few columns, then reads its displayed columns, in one statement. */
async function queryDirectly(
  client: pg.Client,
  projectId: number,
  asked: ReturnType<typeof createQueries>[number],
): Promise<number> {
  const { kind, limit, order, search, sort } = asked;
  const by = `${COLUMN[sort]} ${order} nulls last, devices.name_key`;
  const { rows } = await client.query({
    name: `${sort} ${order} ${search ?? ''}`,
    text: `with page as (select devices.id, count(*) over () as total, row_number() over (order by ${by}) as place
        from devices left join device_state on device_id = devices.id
        where devices.project_id = $1 and devices.kind = $2
          ${search === undefined ? '' : `and (name_key like $4 or sn ilike $4 or mac ilike $4 or ip ilike $4)`}
        order by ${by} limit $3)
      select total, devices.id, devices.sn, devices.mac, devices.name, devices.model, devices.kind, devices.state,
        devices.state_at, devices.waiting, devices.managed, devices.mesh_role, devices.software, devices.hardware,
        devices.desired_rev, devices.reported_rev, devices.reported_status, devices.reported_issues, devices.caps -> 'features' as features,
        state.ip, state.vlan, state.uplink_port, state.cpu, state.mem, state.uptime_seconds, state.clients,
        state.reported_at, uplink.id as uplink_id, uplink.name as uplink_name
      from page join devices on devices.id = page.id left join device_state state on state.device_id = devices.id
        left join devices uplink on uplink.mac = state.uplink_mac and uplink.project_id = devices.project_id
      order by place`,
    values: [projectId, kind, limit, ...(search === undefined ? [] : [`%${search}%`])],
  });
  return rows.length;
}

const measureMs = async (work: () => Promise<number>): Promise<{ ms: number; rows: number }> => {
  const start = performance.now();
  const rows = await work();
  return { ms: performance.now() - start, rows };
};

async function measure(world: BenchWorld, client: pg.Client, projectId: number): Promise<Figure> {
  const { total = 0 } = await world.browser.call('deviceList', {
    params: { projectId },
    query: { limit: 1 },
  });
  const [api, alone]: [number[], number[]] = [[], []];
  let shown = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const asked of createQueries()) {
      const through = await measureMs(async () => {
        const { items } = await world.browser.call('deviceList', { params: { projectId }, query: asked });
        return items.length;
      });
      const beside = await measureMs(() => queryDirectly(client, projectId, asked));
      if (through.rows !== beside.rows || through.rows === 0)
        throw new Error(`The API shows ${through.rows} devices and SQL ${beside.rows}.`);
      if (round < WARM_UP) continue;
      api.push(through.ms);
      alone.push(beside.ms);
      shown += through.rows;
    }
  const [p50, p95] = [computeQuantile(api, 0.5), computeQuantile(api, 0.95)];
  const floor = computeQuantile(alone, 0.5);
  return {
    id: 'P12',
    text: `${total} of ${DEVICES} devices in the project, filter, sort and a page of ${Math.round(shown / api.length)} on average: p50 ${formatMilliseconds(p50)}, p95 ${formatMilliseconds(p95)} (${(p95 / p50).toFixed(1)}× the median); the SQL alone p50 ${formatMilliseconds(floor)}; ratio ${(p50 / floor).toFixed(2)}×`,
    goal: `${RATIO_GOAL}×, p95 ${TAIL_GOAL}× the median`,
    reached: p50 / floor <= RATIO_GOAL && p95 / p50 <= TAIL_GOAL,
  };
}

export async function measureDeviceList(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const [pattern] = await claimFleet(world, [world.browser], MODELS);
  if (!pattern) throw new Error('There is no project.');
  const client = new pg.Client({ host: `${world.product.dataDirectory}/postgres-socket`, user: 'postgres' });
  await client.connect();
  await using _client = { [Symbol.asyncDispose]: () => client.end() };
  const figures: Figure[] = [];
  const projects: number[] = [];
  for (const count of [TYPICAL, DEVICES - TYPICAL]) {
    const { id } = await createProject(world.browser);
    await fillDevices(world, pattern.id, id, count);
    projects.push(id);
  }
  for (const projectId of projects) figures.push(await measure(world, client, projectId));
  return figures;
}
