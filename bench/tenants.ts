import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createEmptyPlan,
  DEFAULT_PLAN_SETTINGS,
  DEMO_WLAN_PROJECT,
  type FloorPlan,
  PLAN_LIMITS,
} from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { createProject, TestBrowser } from '@northlight/server/testing';
import { createPdf } from '../packages/server/src/platform/images/testing/plan-files.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';
import { signUp } from './sign-up.ts';
import { createList, readGrid, sendFile, type Tenant } from './tenant-requests.ts';
import { startAttack } from './tenants-attack.ts';

/** Time between two operations of a person, who is no heavy user. */
const THINK_MS = 2_000;
const DEMOS = 2;
/** The demos have 30 days of past. */
const HISTORY_MS = 29 * DAY_MS;
const POLL_MS = 1_000;
const ROUNDS = 20;
const MAX_RATIO = 2;
const MAX_MORE_MS = 100;
const MAX_MORE_MB = 200;
const SAMPLE_MS = 100;
const MAX_SIDE_M = 2_000;
const ZONE_RADIUS_M = 300;
const ZONE_SPREAD_M = MAX_SIDE_M - 2 * ZONE_RADIUS_M;

/** Returns the resident memory of a process (MB); 0 if it has ended. */
function readResidentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const place = (index: number, step: number): number => (index * step * 37) % (MAX_SIDE_M - 100);

/** Returns the plan that needs most time of all that are accepted: the limits of a floor, on the largest floor. */
function createLargestPlan(): FloorPlan {
  const { corners, devices, walls, zones } = PLAN_LIMITS;
  return {
    ...createEmptyPlan({ ...DEFAULT_PLAN_SETTINGS, size: { widthM: MAX_SIDE_M, depthM: MAX_SIDE_M } }),
    walls: Array.from({ length: walls }, (_, index) => {
      const [x1, y1] = [place(index, 3), place(index, 7)];
      return { id: `w${index}`, x1, y1, x2: x1 + 100, y2: y1 + 90, material: 'brick' };
    }),
    zones: Array.from({ length: zones }, (_, index) => ({
      id: `z${index}`,
      kind: 'loss' as const,
      lossDbPerM: 1,
      points: Array.from({ length: corners }, (__, corner) => {
        const angle = (2 * Math.PI * corner) / corners;
        const radius = corner % 2 === 0 ? ZONE_RADIUS_M : ZONE_RADIUS_M / 3;
        return {
          x: ZONE_RADIUS_M + (place(index, 5) % ZONE_SPREAD_M) + radius * Math.cos(angle),
          y: ZONE_RADIUS_M + (place(index, 11) % ZONE_SPREAD_M) + radius * Math.sin(angle),
        };
      }),
    })),
    planned: Array.from({ length: devices }, (_, index) => ({
      id: `p${index}`,
      name: `Planned ${index}`,
      model: 'NL-AP6C',
      x: place(index, 5),
      y: place(index, 11),
      heightM: 2.8,
      azimuth: 0,
      mounting: 'ceiling' as const,
    })),
  };
}

/** Resolves when the first start has written the past of the demos, which takes half a processor for minutes. */
async function waitForDemoHistory({ db }: BenchWorld): Promise<void> {
  for (;;) {
    const rows = await db.selectFrom('telemetry_backfills').selectAll().execute();
    const isWritten = rows.every(
      ({ ends_at: end, stored_from: from }) => end.getTime() - from.getTime() > HISTORY_MS,
    );
    if (rows.length >= DEMOS && isWritten) return;
    await wait(POLL_MS);
  }
}

/** Operations that share their processes with other tenants. Each call differs, so that no answer is kept. */
const OPERATIONS = ['grid', 'upload', 'import'] as const;
type Operation = (typeof OPERATIONS)[number];

async function createTenant(browser: TestBrowser, plan: FloorPlan): Promise<Tenant> {
  const { id: projectId } = await createProject(browser);
  const params = { projectId };
  const name = { name: 'Hall', building: 'Main building', floor: 0 };
  const map = await browser.call('mapCreate', { params, body: { ...name, settings: plan.settings } });
  await browser.call('mapSave', { params: { ...params, mapId: map.id }, body: { baseVersion: 1, plan } });
  return { browser, projectId, mapId: map.id };
}

/** Runs one operation of an ordinary tenant on changed input, and returns its duration (ms). */
async function measureOne(tenant: Tenant, operation: Operation, round: number): Promise<number> {
  const { browser, mapId, projectId } = tenant;
  if (operation === 'grid') {
    const params = { projectId, mapId };
    const { plan, version } = await browser.call('mapGet', { params });
    const planned = plan.planned.map((device) => ({ ...device, heightM: 2 + (round % 50) / 100 }));
    await browser.call('mapSave', { params, body: { baseVersion: version, plan: { ...plan, planned } } });
  }
  const start = performance.now();
  const status =
    operation === 'grid'
      ? await readGrid(tenant, 'band=ghz5')
      : operation === 'upload'
        ? await sendFile(tenant, 'map-pictures', 'floor.pdf', createPdf(1))
        : await sendFile(tenant, 'device-imports?mode=check', 'list.csv', createList(5));
  if (status >= 400) throw new Error(`${operation} of the tenant answered ${status}.`);
  return performance.now() - start;
}

async function measureTenant(tenant: Tenant, first: number): Promise<Record<Operation, number>> {
  const times: Record<Operation, number[]> = { grid: [], upload: [], import: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const operation of OPERATIONS) {
      times[operation].push(await measureOne(tenant, operation, first + round));
      await wait(THINK_MS);
    }
  const read = (operation: Operation): number => computeQuantile(times[operation], 0.95);
  return { grid: read('grid'), upload: read('upload'), import: read('import') };
}

/**
 * Measures grids, uploads and imports of a tenant alone, and while another account and a visitor of the demo repeat the most
 * expensive ones that are accepted.
 */
export async function measureTenants(): Promise<Figure[]> {
  await using world = await startBenchWorld({ NORTHLIGHT_DEMO: 'on' });
  const { product } = world;
  const ordinary: FloorPlan = {
    ...createEmptyPlan(DEFAULT_PLAN_SETTINGS),
    planned: createLargestPlan()
      .planned.slice(0, 4)
      .map((device, index) => ({ ...device, x: 5 + 10 * index, y: 15 })),
  };
  // The tenant that is measured alone is another one, because an account with much use has a lower priority.
  const earlier = await createTenant(await signUp(world, 'earlier@example.com'), ordinary);
  const tenant = await createTenant(await signUp(world, 'tenant@example.com'), ordinary);
  const attacker = await createTenant(await signUp(world, 'attacker@example.com'), createLargestPlan());
  const visitor = new TestBrowser(product.address);
  await visitor.call('demoSignIn', {});
  const demo = { projectId: DEMO_WLAN_PROJECT };
  const [floor] = (await visitor.call('mapList', { params: demo })).items;
  await waitForDemoHistory(world);
  await measureTenant(earlier, 0);
  const alone = await measureTenant(earlier, ROUNDS);
  const pid = product.serverPid() ?? 0;
  const before = readResidentMb(pid);
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, readResidentMb(pid))), SAMPLE_MS).unref();
  const { mapId, projectId } = attacker;
  using attack = await startAttack({
    account: 'attacker@example.com',
    address: product.address,
    attacked: { mapId, projectId },
    shown: { ...demo, mapId: floor?.id ?? '' },
  });
  const during = await measureTenant(tenant, 0).catch((cause: unknown) => {
    throw new Error(`The tenant was refused. The server wrote:\n${product.output()}`, { cause });
  });
  const answers = await attack.end();
  clearInterval(sampling);
  const counts = answers.map(([status, count]) => `${count}× ${status || 'closed'}`).join(', ');
  return [
    ...OPERATIONS.map((operation): Figure => {
      const limit = MAX_RATIO * alone[operation] + MAX_MORE_MS;
      return {
        id: 'tenants',
        text: `${operation} of another tenant, p95: ${formatMilliseconds(during[operation])}, alone ${formatMilliseconds(alone[operation])}; attacks ${counts}`,
        goal: `${MAX_RATIO}× + ${formatMilliseconds(MAX_MORE_MS)} = ${formatMilliseconds(limit)}`,
        reached: during[operation] <= limit,
      };
    }),
    {
      id: 'tenants',
      text: `memory of the server: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
      goal: `+${MAX_MORE_MB} MB`,
      reached: most - before <= MAX_MORE_MB,
    },
  ];
}
