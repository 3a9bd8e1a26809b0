import {
  DomainError,
  NET_MODES,
  SANDBOX_DAYS,
  SANDBOX_DEVICES_MAX,
  SANDBOXES_PER_DAY,
  type SandboxFault,
  TYPE_FLAG_DEMO,
} from '@northlight/contract';
import { countCharacters, normalizeName, PROJECT_NAME_MAX } from '@northlight/contract/net';
import { createRandomId, DAY_MS } from '@northlight/runtime';
import { copyAlarmRules } from '../alarms/index.ts';
import { addDevicesWithoutClaim } from '../devices/index.ts';
import { pairSecrets, storeFirstConfig, storeFirstSettings, storeSecrets } from '../network/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { createProjectId, deleteEndedDemoCopies, hasDemoCopy, insertProject } from '../projects/index.ts';
import type { Demo } from '../services.ts';
import type { SandboxSource, SimulatedCopy } from '../simulation.ts';
import { renameTexts, withBothCases } from './rename.ts';
import { readSandboxSource } from './source.ts';
import type { SandboxUplink } from './tables.ts';

const SYSTEM = 'System';

/**
 * Opens a sandbox of the request's project: a project of the caller with simulated devices, which have other identities
 * and the same configuration. Resolves with its id.
 */
export async function createSandbox(context: RequestContext, demo: Demo): Promise<number> {
  const { services } = context;
  const id = createProjectId(services);
  await commitRequest(context, async (work) => {
    await checkLimits(work);
    const source = await readSandboxSource(services, work.tx, work.projectId);
    if (source.devices.length > SANDBOX_DEVICES_MAX)
      throw new DomainError('deviceLimit', {
        message: `A sandbox simulates up to ${SANDBOX_DEVICES_MAX} devices. This project has ${source.devices.length}.`,
      });
    const copy = demo.simulate(services, source, id);
    await insertCopiedProject(work, id);
    await insertContent(work, id, source, copy);
    await copyAlarmRules(work.tx, work.projectId, id);
    await work.audit({
      action: 'sandbox.create',
      object: `project ${id}`,
      after: `${source.devices.length} devices`,
    });
    work.projectsChanged();
    work.liveTo([work.account.id], 'projects');
  });
  return id;
}

/** Throws 1161 for a second sandbox of the project, and 1160 for too many within a day. */
async function checkLimits({ account, entropy, now, projectId, tx }: RequestWork): Promise<void> {
  const key = `sandbox:${account.id}`;
  await lockLimitKey(tx, key);
  if (await hasDemoCopy(tx, account.id, projectId, now))
    throw new DomainError('experienceExists', {
      message: 'You already have a sandbox of this project. Open it, or delete it first.',
    });
  if ((await countAttempts(tx, key, new Date(now.getTime() - DAY_MS))) >= SANDBOXES_PER_DAY)
    throw new DomainError('experienceDailyLimit', {
      message: `You have opened ${SANDBOXES_PER_DAY} sandboxes within 24 h. Try again tomorrow.`,
    });
  await addAttempt(tx, key, createRandomId(entropy, now.getTime()), now);
  await deleteEndedDemoCopies(tx, account.id, projectId, now);
}

/** Inserts the project of a sandbox: that of the source with another name and another device password. */
async function insertCopiedProject(
  { account, entropy, now, projectId, services, tx }: RequestWork,
  id: number,
) {
  const source = await tx
    .selectFrom('projects')
    .select(['name', 'scenario', 'net_mode', 'country', 'province', 'city', 'address', 'time_zone'])
    .select(['latitude', 'longitude'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const { country, province, city, address, latitude, longitude } = source;
  await insertProject(services, tx, {
    id,
    name: await findFreeName(tx, account.id, source.name),
    scenario: source.scenario,
    netMode: source.net_mode === NET_MODES.mesh ? NET_MODES.mesh : NET_MODES.wlan,
    country,
    province,
    city,
    address,
    timeZone: source.time_zone,
    devicePassword: `Aa1!${Buffer.from(entropy.bytes(12)).toString('hex')}`,
    ownerId: account.id,
    typeFlag: TYPE_FLAG_DEMO,
    expiresAt: new Date(now.getTime() + SANDBOX_DAYS * DAY_MS),
    copyOf: projectId,
    ...(latitude !== null && longitude !== null && { position: { latitude, longitude } }),
  });
}

/** Returns a name that no project of the account has. */
async function findFreeName(tx: Tx, accountId: string, name: string): Promise<string> {
  const rows = await tx
    .selectFrom('projects')
    .select('name_key')
    .where('owner_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  const taken = new Set(rows.map((row) => row.name_key));
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ' sandbox' : ` sandbox ${number}`;
    const free = `${cutName(name, PROJECT_NAME_MAX - ending.length)}${ending}`;
    if (!taken.has(normalizeName(free))) return free;
  }
}

/** Inserts the devices, the configuration and the description of a sandbox. */
async function insertContent(
  work: RequestWork,
  id: number,
  source: SandboxSource,
  { devices, notes, site }: SimulatedCopy,
): Promise<void> {
  const { now, services, tx } = work;
  const at = { by: SYSTEM, at: now };
  const added = await addDevicesWithoutClaim(work, id, devices);
  const ids = new Map(devices.map(({ sourceId }, index) => [sourceId, added[index] ?? ''] as const));
  const macs = new Map(source.devices.map((device) => [device.id, device.mac] as const));
  const names = new Map([
    ...ids,
    ...withBothCases(devices.map(({ mac, sourceId }) => [macs.get(sourceId) ?? '', mac] as const)),
  ]);
  const copied = await storeSecrets(
    { projectId: id, services, tx },
    renameTexts(source.openConfig, names),
    true,
  );
  if (source.version > 0)
    await storeFirstConfig(tx, id, copied, {
      ...at,
      title: 'As the sandbox begins',
      version: source.version,
    });
  const settings = renameTexts(source.content.devices, names);
  await storeFirstSettings(
    tx,
    id,
    new Map(settings.map((device) => [device.deviceId, device.settings] as const)),
    at,
  );
  const pairs = [...names, ...pairSecrets(source.content.config, copied)];
  const faults = source.devices
    .filter(({ isOnline }) => !isOnline)
    .map((device): SandboxFault => ({ deviceId: ids.get(device.id) ?? '', kind: 'power' }));
  await tx
    .insertInto('sandboxes')
    .values({
      project_id: id,
      source_id: source.id,
      created_at: now,
      base_version: source.version,
      base: JSON.stringify(source.content),
      setting_versions: JSON.stringify(source.settingVersions),
      originals: JSON.stringify(Object.fromEntries(pairs.map(([from, to]) => [to, from]))),
      site: JSON.stringify(site),
      uplinks: JSON.stringify(listUplinks(devices, ids)),
      faults: JSON.stringify(faults),
      notes: JSON.stringify(notes),
    })
    .execute();
  await services.assignConfiguration(work, id, added);
}

const listUplinks = (
  devices: SimulatedCopy['devices'],
  ids: ReadonlyMap<string, string>,
): Readonly<Record<string, SandboxUplink>> =>
  Object.fromEntries(
    devices.flatMap(({ sourceId, uplink }) =>
      uplink
        ? [
            [
              ids.get(sourceId) ?? '',
              { upperId: ids.get(uplink.sourceId) ?? '', port: uplink.port, isCable: uplink.isCable },
            ] as const,
          ]
        : [],
    ),
  );

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the beginning of a name with at most `max` characters, without half of a composed one. */
function cutName(name: string, max: number): string {
  let kept = '';
  for (const { segment } of GRAPHEMES.segment(name)) {
    if (countCharacters(kept + segment) > max) break;
    kept += segment;
  }
  return kept.trimEnd();
}
