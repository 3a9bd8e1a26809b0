import { findCapabilities } from '@northlight/contract';
import type { DesiredConfig, DeviceRecord, DeviceStore, WorkRow } from '@northlight/device-plane';
import type {
  Figures,
  NewWork,
  StoredAlarm,
  StoredClient,
  StoreWorld,
} from '@northlight/device-plane/testing';
import { type Entropy, createRandomId, SteppedClock } from '@northlight/runtime';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { Envelope } from '../../platform/secrets/envelope.ts';
import { Work } from '../../platform/work.ts';
import { insertDevice } from '../../devices/insert-device.ts';
import { openDesiredConfig } from '../../devices/seal-desired.ts';
import { createPostgresDeviceStore, type ReportHistory } from '../index.ts';
import { RECORD_COLUMNS, toRecord } from '../../devices/index.ts';
import type { JobRowTable } from '../../jobs/index.ts';

/** The PostgreSQL store with the helpers that the common store suite needs. */
export class PostgresStoreWorld implements StoreWorld {
  readonly store: DeviceStore;
  readonly #db: Db;
  readonly #entropy: Entropy;
  readonly #envelope: Envelope;
  #count = 0;

  constructor(db: Db, entropy: Entropy, telemetry: ReportHistory) {
    this.#envelope = new Envelope(Buffer.alloc(32, 7), entropy);
    this.store = createPostgresDeviceStore({
      db,
      entropy,
      envelope: this.#envelope,
      telemetry,
      takeOver: () => Promise.resolve(false),
    });
    this.#db = db;
    this.#entropy = entropy;
  }

  async addBaseDevice(sn: string, secretHash: string): Promise<void> {
    const mac = `02:4e:4c:00:00:${String(++this.#count)}`;
    const registered_at = new Date(0);
    await this.#db
      .insertInto('base_devices')
      .values({ sn, mac, model: 'NL-GW5', claim_hash: '', secret_hash: secretHash, registered_at })
      .execute();
  }

  async claim(sn: string, projectId: number, now: number): Promise<string> {
    const caps = findCapabilities('NL-GW5');
    if (!caps) throw new Error('There is no model NL-GW5.');
    await this.#ensureProject(projectId);
    const services = { clock: new SteppedClock(now), entropy: this.#entropy };
    const name = `Device-${++this.#count}`;
    // The suite adds several devices of one model to a project, which has one gateway at most.
    const role = 'access-point' as const;
    const device = { projectId, sn, mac: '02:4e:4c:00:00:01', model: 'NL-GW5', name, caps, role };
    return this.#db.transaction().execute((tx) => insertDevice(new Work(tx, services), device));
  }

  async setDesired(deviceId: string, { rev, hash, config, when }: DesiredConfig): Promise<void> {
    await this.#db
      .updateTable('devices')
      .set({
        steps: sql<number>`steps + 1`,
        desired_rev: rev,
        desired_hash: hash,
        desired_config: JSON.stringify(config),
        desired_when: when === undefined ? null : new Date(when),
        reported_status: 'queued',
        reported_issues: '[]',
      })
      .where('id', '=', deviceId)
      .execute();
  }

  async addWork(deviceId: string, { kind, rev, deadline, args = {} }: NewWork): Promise<string> {
    const { projectId, name } = await this.device(deviceId);
    const at = new Date(++this.#count);
    const id = createRandomId(this.#entropy, at.getTime());
    const job_id = createRandomId(this.#entropy, at.getTime());
    await this.#db
      .insertInto('jobs')
      .values({ id: job_id, project_id: projectId, kind, title: name, created_by: '', created_at: at })
      .execute();
    const row = { id, job_id, project_id: projectId, device_id: deviceId, device_name: name, kind };
    const empty = { percent: null, detail: null, code: null, issues: '[]', updated_at: at };
    const due = deadline === undefined ? null : new Date(deadline);
    await this.#db
      .insertInto('job_rows')
      .values({
        ...row,
        ...empty,
        rev: rev ?? null,
        state: 'queued',
        deadline: due,
        args: JSON.stringify(args),
      })
      .execute();
    return id;
  }

  async device(deviceId: string): Promise<DeviceRecord> {
    const rows = this.#db.selectFrom('devices').select(RECORD_COLUMNS).where('id', '=', deviceId);
    return toRecord(await rows.executeTakeFirstOrThrow(), (id, stored) =>
      openDesiredConfig(this.#envelope, id, stored),
    );
  }

  async software(deviceId: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('devices')
      .select('software')
      .where('id', '=', deviceId)
      .executeTakeFirst();
    return row?.software ?? undefined;
  }

  async rows(deviceId: string): Promise<readonly WorkRow[]> {
    const rows = this.#db.selectFrom('job_rows').selectAll().where('device_id', '=', deviceId);
    return (await rows.orderBy('id').execute()).map(toWork);
  }

  async alarms(deviceId: string): Promise<readonly StoredAlarm[]> {
    const rows = this.#db.selectFrom('alarms').selectAll().where('device_id', '=', deviceId);
    return (await rows.orderBy('at').orderBy('id').execute()).map((row) => ({
      deviceId,
      kind: row.kind,
      severity: row.severity,
      event: row.event,
      eventId: row.event_id ?? undefined,
      open: row.resolved_at === null,
    }));
  }

  async clients(projectId: number): Promise<readonly StoredClient[]> {
    const rows = this.#db.selectFrom('online_clients').selectAll().where('project_id', '=', projectId);
    return (await rows.orderBy('mac').execute()).map((row) => ({
      projectId,
      deviceId: row.device_id,
      mac: row.mac,
      name: row.name,
      ip: row.ip ?? undefined,
      vlan: row.vlan ?? undefined,
      ssid: row.ssid ?? undefined,
      signalDbm: row.signal_dbm ?? undefined,
      rxBytes: row.rx_bytes ?? undefined,
      rxRateKbps: row.rx_rate_kbps ?? undefined,
      online: row.online,
      connectedAt: row.connected_at.getTime(),
      lastSeenAt: row.last_seen_at.getTime(),
    }));
  }

  async figures(deviceId: string): Promise<Figures | undefined> {
    const rows = this.#db.selectFrom('device_state').selectAll().where('device_id', '=', deviceId);
    const row = await rows.executeTakeFirst();
    return (
      row && {
        cpu: row.cpu ?? undefined,
        mem: row.mem ?? undefined,
        uptimeSeconds: row.uptime_seconds ?? undefined,
        clients: row.clients ?? undefined,
        ip: row.ip ?? undefined,
        uplinkPort: row.uplink_port ?? undefined,
        neighbours: (row.neighbours as Figures['neighbours']) ?? undefined,
        radios: (row.radios as Figures['radios']) ?? undefined,
        wans: (row.wans as Figures['wans']) ?? undefined,
        dhcpPools: (row.dhcp_pools as Figures['dhcpPools']) ?? undefined,
        backhaul: (row.backhaul as Figures['backhaul']) ?? undefined,
        bridge: (row.bridge as Figures['bridge']) ?? undefined,
        nearbyNetworks: omitTime(row.nearby_networks) as Figures['nearbyNetworks'],
        nearbyChannels: omitTime(row.nearby_channels) as Figures['nearbyChannels'],
        partsAt: {
          ...(row.radios_at && { radios: row.radios_at.getTime() }),
          ...(row.wans_at && { wans: row.wans_at.getTime() }),
          ...(row.dhcp_pools_at && { dhcpPools: row.dhcp_pools_at.getTime() }),
          ...(row.backhaul_at && { backhaul: row.backhaul_at.getTime() }),
          ...(row.bridge_at && { bridge: row.bridge_at.getTime() }),
          ...(row.nearby_networks_at && { nearbyNetworks: row.nearby_networks_at.getTime() }),
        },
        reportedAt: row.reported_at.getTime(),
      }
    );
  }

  async waiting(): Promise<readonly string[]> {
    return (await this.#db.selectFrom('waiting_devices').select('sn').execute()).map((row) => row.sn);
  }

  async #ensureProject(id: number): Promise<void> {
    const location = { country: '', province: '', city: '', address: '', time_zone: 'Europe/Lisbon' };
    const secrets = { secret_key: Buffer.alloc(0), device_password: Buffer.alloc(0) };
    await this.#db
      .insertInto('projects')
      .values({
        id,
        owner_id: null,
        name: `Project ${id}`,
        name_key: `project ${id}`,
        scenario: 'hotel',
        net_mode: 0,
        type_flag: 0,
        created_at: new Date(0),
        ...location,
        ...secrets,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** Returns the entries of a scan as they were reported, without the time that each has in the database. */
const omitTime = (entries: unknown[] | null) =>
  entries?.map((entry) => {
    const { at: _at, ...reported } = entry as { readonly at?: number };
    return reported;
  });

function toWork(row: Selectable<JobRowTable>): WorkRow {
  return {
    id: row.id,
    kind: row.kind,
    rev: row.rev ?? undefined,
    state: row.state,
    percent: row.percent ?? undefined,
    detail: row.detail ?? undefined,
    code: row.code ?? undefined,
    issues: row.issues,
    args: row.args,
    result: row.result ? withoutNodes(row.result) : undefined,
    deadline: row.deadline?.getTime(),
  };
}

/** Omits the found nodes of a result, whose claim codes the database does not contain. */
const withoutNodes = ({ nodes: _nodes, ...result }: NonNullable<Selectable<JobRowTable>['result']>) => result;
