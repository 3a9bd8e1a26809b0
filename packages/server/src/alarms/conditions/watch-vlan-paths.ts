import { ALARM_KINDS } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import { raiseAlarm } from '../raise-alarm.ts';
import { readRules } from '../rules.ts';

/** A port that does not carry VLANs which clients behind it need. */
export interface PortGap {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly port: string;
  /** Label of the port on the device. */
  readonly portLabel: string;
  readonly vlanIds: readonly number[];
  /** Names of the devices to which the affected clients are connected. */
  readonly clientsAt: readonly string[];
  /**
   * False while the gap cannot be relied on: a device on the way is offline or has not confirmed its configuration, or
   * the position of a cable is uncertain. It then raises no alarm and ends none.
   */
  readonly isCertain: boolean;
}

export interface VlanPaths {
  readonly gaps: readonly PortGap[];
  /** Ids of the devices that have not confirmed their configuration. */
  readonly unconfirmed: ReadonlySet<string>;
}

/** Reads the VLAN paths of projects. The composition root provides it, because the network slice builds on alarms. */
export interface VlanPathReader {
  /** Returns a marker for each project, which changes with everything that the paths depend on. */
  readonly readMarkers: () => Promise<ReadonlyMap<number, string>>;
  readonly read: (projectId: number) => Promise<VlanPaths>;
}

const KIND = 'vlan-path-broken';
/** Maximum number of projects of one run. The next run continues with the others, whose markers still differ. */
const MAX_PROJECTS = 200;
/** Maximum number of devices that the text of an alarm names. */
const MAX_NAMES = 3;

type WatchServices = Pick<Services, 'clock' | 'db' | 'entropy' | 'log'> & {
  readonly vlanPaths: VlanPathReader;
  readonly updateLinks: (projectId: number) => Promise<void>;
};

/**
 * Checks the VLAN paths of the projects that have changed since their last check. Raises one alarm for each port that
 * does not carry a VLAN, and resolves the alarms of ports that carry it again. Returns the projects with changed alarms.
 */
export async function watchVlanPaths(services: WatchServices): Promise<ReadonlySet<number>> {
  const { db, log } = services;
  const changed = new Set<number>();
  for (const [projectId, marker] of await listDueProjects(services)) {
    try {
      if (await checkProject(services, projectId)) changed.add(projectId);
      await storeMarker(db, projectId, marker);
    } catch (error) {
      log.warn({ err: error, projectId }, 'the VLAN paths of a project could not be checked');
    }
  }
  return changed;
}

/** Returns the projects that have changed since their last check, with their markers. */
async function listDueProjects({ db, vlanPaths }: WatchServices): Promise<[number, string][]> {
  const rules = await db.selectFrom('alarm_rules').select(['project_id', 'version']).execute();
  const versions = new Map(rules.map((row) => [row.project_id, row.version] as const));
  const checks = await db.selectFrom('vlan_path_checks').selectAll().execute();
  const checked = new Map(checks.map((row) => [row.project_id, row.marker] as const));
  const due = [...(await vlanPaths.readMarkers())].flatMap(([id, paths]): [number, string][] => {
    const marker = `${paths} ${versions.get(id) ?? 0}`;
    return checked.get(id) === marker ? [] : [[id, marker]];
  });
  return due.slice(0, MAX_PROJECTS);
}

async function storeMarker(db: DbOrTx, projectId: number, marker: string): Promise<void> {
  await db
    .insertInto('vlan_path_checks')
    .values({ project_id: projectId, marker })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ marker }))
    .execute();
}

/** Returns true when an alarm of the project was raised, resolved or reworded. */
async function checkProject(services: WatchServices, projectId: number): Promise<boolean> {
  const { clock, db, entropy, updateLinks, vlanPaths } = services;
  await updateLinks(projectId);
  const { gaps: found, unconfirmed } = await vlanPaths.read(projectId);
  const at = new Date(clock.now());
  return db.transaction().execute(async (tx) => {
    const { enabled } = (await readRules(tx, projectId)).of(KIND);
    const gaps = new Map((enabled ? found : []).map((gap) => [formatKey(gap.deviceId, gap.port), gap]));
    const open = await tx
      .selectFrom('alarms')
      .select(['id', 'device_id', 'subject', 'event'])
      .where('project_id', '=', projectId)
      .where('kind', '=', KIND)
      .where('resolved_at', 'is', null)
      .execute();
    let isChanged = false;
    for (const { device_id, event, id, subject } of open) {
      const key = formatKey(device_id ?? '', subject);
      const gap = gaps.get(key);
      gaps.delete(key);
      if (!gap && enabled && unconfirmed.has(device_id ?? '')) continue;
      if (gap && (!gap.isCertain || describeGap(gap) === event)) continue;
      await tx
        .updateTable('alarms')
        .set(gap ? { event: describeGap(gap) } : { resolved_at: at })
        .where('id', '=', id)
        .execute();
      isChanged = true;
    }
    for (const gap of gaps.values())
      if (gap.isCertain) {
        await raiseAlarm(tx, {
          id: createRandomId(entropy, at.getTime()),
          projectId,
          deviceId: gap.deviceId,
          kind: KIND,
          severity: ALARM_KINDS[KIND].severity,
          describe: () => describeGap(gap),
          at,
          subject: gap.port,
        });
        isChanged = true;
      }
    return isChanged;
  });
}

const formatKey = (deviceId: string, port: string): string => `${deviceId} ${port}`;

/** Describes a gap: `core: port P3 does not carry VLAN 20. Its clients at AP-1 get no address.` */
function describeGap({ clientsAt, deviceName, portLabel, vlanIds }: PortGap): string {
  const named = clientsAt.slice(0, MAX_NAMES).join(', ');
  const others = clientsAt.length - MAX_NAMES;
  const places = others > 0 ? `${named} and ${others} more ${others === 1 ? 'device' : 'devices'}` : named;
  const vlans = `VLAN${vlanIds.length > 1 ? 's' : ''} ${vlanIds.join(', ')}`;
  return `${deviceName}: port ${portLabel} does not carry ${vlans}. Clients at ${places} get no address.`;
}
