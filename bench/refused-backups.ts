import { BACKUP_GENERAL_MAX } from '@northlight/contract';
import { drawRandomInt, SeededEntropy } from '@northlight/runtime';
import { startEmbeddedPostgres } from '@northlight/server';
import {
  createClusterDirectory,
  falsifyBackup,
  findFastDirectory,
  playSite,
  readStoredBackup,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@northlight/server/testing';
import type { Figure } from './figure.ts';

const DAMAGED = 2_000;
const FOREIGN = 200;
const PARALLEL = 50;

const entropy = new SeededEntropy(260);
const draw = (count: number): number => drawRandomInt(entropy, 0, count - 1);

/** Uploads damaged and foreign backups, and tries the limits of backups with parallel calls. */
export async function measureRefusedBackups(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using world = await startTestServer(postgres.url);
  const owner = await world.signedUp('owner@example.com');
  await using site = await playSite(world, owner, 'NL-GW5');
  const { params, projectId } = site;
  const body = {
    baseVersion: 0,
    config: { vlans: [{ id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: [] }], dhcpPools: [] },
  };
  await owner.call('networkConfigApply', { params, body });
  const [device] = site.devices;
  const deviceId = device?.id ?? '';
  const taken = await owner.call('backupTake', { params, body: { deviceIds: [deviceId], kind: 'general' } });
  const id = taken.items[0]?.id ?? '';
  const intact = readStoredBackup(world.services, id);
  await owner.call('backupDelete', { params: { ...params, backupId: id } });
  const upload = (bytes: Buffer) => uploadTo(owner, projectId, bytes);
  return [
    await measureDamaged(world, intact, upload),
    await measureForeign(world, { intact, deviceId, upload }),
    await measureLimits(world, owner),
  ];
}

async function uploadTo(owner: TestBrowser, projectId: number, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'backup.zip'));
  const answer = await owner.fetch(`/api/v1/projects/${projectId}/backup-files`, {
    method: 'POST',
    body: form,
  });
  await answer.arrayBuffer();
  return answer.status;
}
type Upload = (bytes: Buffer) => Promise<number>;

/** Damages a file in one of several ways. */
function damage(intact: Buffer): Buffer {
  const bytes = Buffer.from(intact);
  const at = draw(bytes.length);
  const length = 1 + draw(bytes.length - at);
  switch (draw(8)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
      return bytes;
    case 1:
      for (let count = 0; count < 8; count++) bytes[draw(bytes.length)] = draw(256);
      return bytes.equals(intact) ? bytes.subarray(1) : bytes;
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return bytes.subarray(at + 1);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, draw(256)), bytes.subarray(at)]);
    case 5:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + length))]);
    case 6:
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at), Buffer.alloc(1)]);
    default:
      return Buffer.from(Array.from({ length: 1 + draw(3_000) }, () => draw(256)));
  }
}

async function measureDamaged(world: TestServer, intact: Buffer, upload: Upload): Promise<Figure> {
  const counts = new Map<number, number>();
  for (let index = 0; index < DAMAGED; index++) {
    const status = await upload(damage(intact));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const stored = await world.services.db.selectFrom('backups').select('id').execute();
  const crashes = [...counts].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
  return {
    id: 'BR-6',
    text: `${DAMAGED} damaged files: ${stored.length} accepted, ${crashes} crashes (answers: ${JSON.stringify(Object.fromEntries(counts))})`,
    goal: '0 and 0',
    reached: stored.length === 0 && crashes === 0,
  };
}

interface Target {
  readonly intact: Buffer;
  readonly deviceId: string;
  readonly upload: Upload;
}

/** Uploads files of other installations, projects and devices, whose texts name another cloud. */
async function measureForeign(world: TestServer, { deviceId, intact, upload }: Target): Promise<Figure> {
  const { db, envelope } = world.services;
  const read = () =>
    db
      .selectFrom('devices')
      .select(['token_hash', 'next_token_hash', 'certificate', 'epoch', 'desired_config', 'desired_rev'])
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
  const before = JSON.stringify(await read());
  let accepted = 0;
  for (let index = 0; index < FOREIGN; index++) {
    const other = { derive: () => Buffer.alloc(32, index) };
    const file = await falsifyBackup(
      intact,
      envelope,
      ({ content, manifest }) => ({
        content: {
          ...content,
          config: { ...content.config, cloud: `mqtts://evil${index}.example:8883` } as never,
        },
        manifest: {
          ...manifest,
          ...(index % 3 === 1 && { projectId: 1 + draw(1e6) }),
          device: { ...manifest.device, ...(index % 3 === 2 && { id: `other${index}`.padEnd(22, '0') }) },
        },
      }),
      index % 3 === 0 ? other : envelope,
    );
    if ((await upload(file)) < 300) accepted += 1;
  }
  const changed = JSON.stringify(await read()) !== before;
  return {
    id: 'BR-7',
    text: `${FOREIGN} files of another installation, project or device: ${accepted} accepted, the device ${changed ? 'was changed' : 'is unchanged'}`,
    goal: '0 accepted, unchanged',
    reached: accepted === 0 && !changed,
  };
}

/** Sends parallel calls at each limit, and counts the files that are above it. */
async function measureLimits(world: TestServer, owner: TestBrowser): Promise<Figure> {
  await using site = await playSite(world, owner, ...Array.from({ length: PARALLEL }, () => 'NL-AP6C'));
  const { params, projectId } = site;
  const ids = site.devices.map(({ id }) => id);
  const take = (deviceId: string, kind: 'general' | 'restore-point') =>
    owner.call('backupTake', { params, body: { deviceIds: [deviceId], kind } }).then(
      ({ items }) => items.length,
      () => 0,
    );
  const race = async (calls: readonly Promise<number>[]) =>
    (await Promise.all(calls)).reduce((sum, count) => sum + count, 0);
  const [first = ''] = ids;
  const interval = await race(Array.from({ length: PARALLEL }, () => take(first, 'general')));
  await world.clock.leap(4 * 60_000);
  const restorePoints = await race(Array.from({ length: PARALLEL }, () => take(first, 'restore-point')));
  for (let round = 0; round < 2; round++) {
    await world.clock.leap(4 * 60_000);
    await owner.call('backupTake', { params, body: { deviceIds: ids, kind: 'general' } });
  }
  await world.clock.leap(4 * 60_000);
  const rest = BACKUP_GENERAL_MAX - interval - 2 * PARALLEL;
  const general = await race(ids.map((id) => take(id, 'general')));
  const rows = await world.services.db
    .selectFrom('backups')
    .select(['kind'])
    .where('project_id', '=', projectId)
    .execute();
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
  return {
    id: 'BR-8',
    text: `${PARALLEL} parallel calls each: ${interval} within 3 min, ${restorePoints} restore point, ${general} of the last ${rest} general files (${count('general')} in all)`,
    goal: `1, 1, ${BACKUP_GENERAL_MAX}`,
    reached:
      interval === 1 &&
      restorePoints === 1 &&
      count('general') === BACKUP_GENERAL_MAX &&
      count('restore-point') === 1,
  };
}
