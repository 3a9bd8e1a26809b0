import { interpretEvent } from '@northlight/contract';
import type { EventMessage, HelloMessage, TopoMessage } from '@northlight/contract/device-protocol';
import { isBusyState } from '../commands.ts';
import { MemoryClients, type StoredClient } from './memory-clients.ts';
import {
  type Figures,
  computeFiguresAfter,
  computeFiguresAtBirth,
  createDeviceRecord,
  type StoredAlarm,
  type StoredDevice,
} from './memory-records.ts';
import type { AlarmChange, DesiredConfig, DeviceRecord, DeviceView, Outcome, WorkRow } from '../records.ts';
import type {
  AffectedResources,
  ClientsUpdate,
  Credential,
  DeviceStore,
  FigureReport,
  InstanceDevice,
  MessageNote,
  PresentedCredential,
  StatUpdate,
} from '../store.ts';
import type { NewWork, StoreWorld } from './store-world.ts';

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const LINK_LOST = 9;
const isConnectedState = ({ state }: DeviceRecord): boolean => state >= 1 && state <= 7;

/** A snapshot of the store for `restore`. */
export interface MemoryBackup {
  readonly waiting: ReadonlyMap<string, HelloMessage>;
  readonly devices: ReadonlyMap<string, StoredDevice>;
  readonly leases: ReadonlyMap<string, number>;
  readonly alarms: readonly StoredAlarm[];
}

/**
 * Store of the device plane in memory, for tests and simulations, with functions that set it up and inspect
 * it.
 */
export class MemoryDeviceStore implements DeviceStore, StoreWorld {
  /** Reports stored as history, oldest first. */
  readonly reports: FigureReport[] = [];
  /** Notes about messages, oldest first. */
  readonly notes: (MessageNote & { readonly deviceId: string })[] = [];
  readonly #logged = new Set<string>();
  readonly #base = new Map<string, string>();
  #waiting = new Map<string, HelloMessage>();
  #devices = new Map<string, StoredDevice>();
  #leases = new Map<string, number>();
  readonly #clients = new MemoryClients();
  #alarms: StoredAlarm[] = [];
  #count = 0;

  get store(): DeviceStore {
    return this;
  }

  async addBaseDevice(sn: string, secretHash: string): Promise<void> {
    this.#base.set(sn, secretHash);
  }

  async claim(sn: string, projectId: number, now: number): Promise<string> {
    const id = `device${String(++this.#count).padStart(16, '0')}`;
    this.#devices.set(id, {
      sn,
      record: createDeviceRecord({ id, projectId, sn, name: `Device-${this.#count}` }, now),
      tokenHash: undefined,
      next: undefined,
      certificate: undefined,
      nextCertificate: undefined,
      instance: undefined,
      facts: undefined,
      figures: undefined,
      work: [],
    });
    this.#waiting.delete(sn);
    return id;
  }

  /** Removes a device from its project, with all data under its id. */
  async unclaim(deviceId: string): Promise<void> {
    this.#devices.delete(deviceId);
    this.#clients.markOffline(deviceId);
    this.#alarms = this.#alarms.filter((alarm) => alarm.deviceId !== deviceId);
  }

  async claimedAs(sn: string): Promise<string | undefined> {
    return this.#bySerial(sn)?.record.id;
  }

  /** Copies the data that a database backup contains; clients are reported again. */
  async backup(): Promise<MemoryBackup> {
    const maps = { waiting: this.#waiting, devices: this.#devices, leases: this.#leases };
    return structuredClone({ ...maps, alarms: this.#alarms });
  }

  /** Restores a backup. Ids assigned since the backup are not assigned again. */
  async restore(backup: MemoryBackup): Promise<void> {
    const { alarms, devices, leases, waiting } = structuredClone(backup);
    this.#waiting = new Map(waiting);
    this.#devices = new Map(devices);
    this.#leases = new Map(leases);
    this.#alarms = [...alarms];
  }

  async setDesired(deviceId: string, desired: DesiredConfig): Promise<void> {
    const entry = this.#deviceEntry(deviceId);
    entry.record = { ...entry.record, desired, reportedStatus: 'queued', reportedIssues: [] };
  }

  async addWork(deviceId: string, { kind, rev, deadline, args = {} }: NewWork): Promise<string> {
    const id = `00000000-0000-7000-8000-${String(++this.#count).padStart(12, '0')}`;
    const empty = { percent: undefined, detail: undefined, code: undefined, issues: [] };
    this.#deviceEntry(deviceId).work.push({ id, kind, rev, deadline, args, state: 'queued', ...empty });
    return id;
  }

  async device(deviceId: string): Promise<DeviceRecord> {
    return this.#deviceEntry(deviceId).record;
  }

  async software(deviceId: string): Promise<string | undefined> {
    return this.#deviceEntry(deviceId).facts?.software;
  }

  async rows(deviceId: string): Promise<readonly WorkRow[]> {
    return this.#deviceEntry(deviceId).work;
  }

  async alarms(deviceId: string): Promise<readonly StoredAlarm[]> {
    return this.#alarms.filter((alarm) => alarm.deviceId === deviceId);
  }

  async clients(projectId: number): Promise<readonly StoredClient[]> {
    return this.#clients.of(projectId);
  }

  async figures(deviceId: string): Promise<Figures | undefined> {
    return this.#deviceEntry(deviceId).figures;
  }

  async waiting(): Promise<readonly string[]> {
    return [...this.#waiting.keys()];
  }

  async readProvisioning(sn: string): Promise<{ secretHash: string; claimed: boolean } | undefined> {
    const secretHash = this.#base.get(sn);
    return secretHash === undefined ? undefined : { secretHash, claimed: this.#bySerial(sn) !== undefined };
  }

  /** Returns no account, because this store has none. */
  async recordHello(sn: string, hello: HelloMessage): Promise<undefined> {
    this.#waiting.set(sn, hello);
  }

  async issueCredential(sn: string, tokenHash: string): Promise<{ id: string; epoch: number } | undefined> {
    const entry = this.#bySerial(sn);
    if (!entry) return undefined;
    const epoch = entry.record.epoch + 1;
    entry.tokenHash = tokenHash;
    entry.next = undefined;
    entry.certificate = undefined;
    entry.nextCertificate = undefined;
    entry.instance = undefined;
    entry.record = { ...entry.record, epoch };
    return { id: entry.record.id, epoch };
  }

  async readCredential(deviceId: string): Promise<Credential | undefined> {
    const entry = this.#devices.get(deviceId);
    if (entry?.tokenHash === undefined) return undefined;
    const { certificate, nextCertificate, record, tokenHash } = entry;
    return {
      tokenHash,
      nextHash: entry.next?.tokenHash,
      certificate,
      nextCertificate,
      projectId: record.projectId,
    };
  }

  async offerCredential(
    deviceId: string,
    presentHash: string,
    fresh: { readonly tokenHash: string; readonly salt: string },
  ): Promise<{ salt: string; epoch: number } | undefined> {
    const entry = this.#devices.get(deviceId);
    if (entry?.tokenHash !== presentHash) return undefined;
    entry.next ??= fresh;
    return { salt: entry.next.salt, epoch: entry.record.epoch + 1 };
  }

  async promoteCredential(deviceId: string, nextHash: string): Promise<boolean> {
    const entry = this.#devices.get(deviceId);
    if (entry?.next?.tokenHash === nextHash) {
      entry.tokenHash = nextHash;
      entry.next = undefined;
      entry.record = { ...entry.record, epoch: entry.record.epoch + 1 };
    }
    return entry?.tokenHash === nextHash;
  }

  async offerCertificate(
    deviceId: string,
    presented: PresentedCredential,
    fingerprint: string,
  ): Promise<boolean> {
    const entry = this.#devices.get(deviceId);
    const byToken = presented.tokenHash !== undefined && entry?.tokenHash === presented.tokenHash;
    const byCertificate = presented.certificate !== undefined && entry?.certificate === presented.certificate;
    if (!entry || !(byToken || byCertificate)) return false;
    entry.nextCertificate = fingerprint;
    return true;
  }

  async promoteCertificate(deviceId: string, fingerprint: string): Promise<boolean> {
    const entry = this.#devices.get(deviceId);
    if (entry?.nextCertificate === fingerprint) {
      entry.certificate = fingerprint;
      entry.nextCertificate = undefined;
    }
    return entry?.certificate === fingerprint;
  }

  /** Runs without an await, so steps never interleave and a step that throws changes nothing. */
  async step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
    _now: number,
  ): Promise<(Outcome & { projectId: number }) | undefined> {
    const entry = this.#devices.get(deviceId);
    if (!entry) return undefined;
    const outcome = step({ device: entry.record, work: entry.work.filter((row) => OPEN.has(row.state)) });
    entry.record = applyChange(entry.record, outcome);
    if (outcome.identity) {
      entry.facts = outcome.identity;
      entry.figures = computeFiguresAtBirth(entry.figures, outcome.identity);
    }
    for (const { id, rev, state, percent, detail, code, issues, result } of outcome.work ?? [])
      entry.work = entry.work.map((row) =>
        row.id === id ? { ...row, rev, state, percent, detail, code, issues, result } : row,
      );
    if (outcome.clientsOffline) this.#clients.markOffline(deviceId);
    for (const alarm of outcome.alarms ?? []) this.#applyAlarm(deviceId, alarm);
    return { ...outcome, projectId: entry.record.projectId };
  }

  async logReports(reports: readonly FigureReport[]): Promise<void> {
    this.reports.push(...reports);
  }

  async saveStats(updates: readonly StatUpdate[]): Promise<readonly AffectedResources[]> {
    const projects = new Set<number>();
    for (const update of updates) {
      const entry = this.#devices.get(update.deviceId);
      if (!entry) continue;
      entry.figures = computeFiguresAfter(entry.figures, update);
      projects.add(entry.record.projectId);
    }
    return [...projects].map((projectId) => ({ projectId, resources: ['devices'] as const }));
  }

  async saveClients(update: ClientsUpdate): Promise<readonly AffectedResources[]> {
    const record = this.#devices.get(update.deviceId)?.record;
    if (!record) return [];
    if (update.session !== undefined && update.session !== record.session) return [];
    const { projectId } = record;
    this.#clients.save(projectId, update, (id) => this.#devices.get(id)?.facts?.caps.kind);
    if (update.report) this.reports.push(update.report);
    return [{ projectId, resources: ['clients'] }];
  }

  async saveTopology(deviceId: string, message: TopoMessage): Promise<readonly AffectedResources[]> {
    const entry = this.#devices.get(deviceId);
    if (!entry?.figures) return [];
    entry.figures = { ...entry.figures, neighbours: message.lldp };
    return [{ projectId: entry.record.projectId, resources: ['devices'] }];
  }

  /** Writes an event into the log; unlike the PostgreSQL store, does not count port changes. */
  async logEvent(
    deviceId: string,
    { eid }: EventMessage,
    _now: number,
  ): Promise<readonly AffectedResources[]> {
    const projectId = this.#devices.get(deviceId)?.record.projectId;
    const key = `${deviceId} ${eid}`;
    if (projectId === undefined || this.#logged.has(key)) return [];
    this.#logged.add(key);
    return [{ projectId, resources: ['logs'] }];
  }

  async saveMessageNote(deviceId: string, note: MessageNote): Promise<readonly AffectedResources[]> {
    const projectId = this.#devices.get(deviceId)?.record.projectId;
    if (projectId === undefined) return [];
    this.notes.push({ deviceId, ...note });
    return [{ projectId, resources: ['logs', 'devices'] }];
  }

  async saveEvent(
    deviceId: string,
    message: EventMessage,
    _now: number,
  ): Promise<readonly AffectedResources[]> {
    const entry = this.#devices.get(deviceId);
    const meaning = interpretEvent(message);
    const of = this.#alarms.filter((alarm) => alarm.deviceId === deviceId);
    const affected: readonly AffectedResources[] = entry
      ? [{ projectId: entry.record.projectId, resources: ['alarms'], groupAlarms: true }]
      : [];
    if (!entry || meaning === undefined || meaning.is === 'port' || meaning.is === 'parent') return [];
    const { kind } = meaning;
    const open = of.filter((alarm) => alarm.open && alarm.kind === kind && kind !== 'device-event');
    if (meaning.is === 'clear') {
      this.#alarms = this.#alarms.map((alarm) => (open.includes(alarm) ? { ...alarm, open: false } : alarm));
      return open.length > 0 ? affected : [];
    }
    if (open.length > 0 || of.some(({ eventId }) => eventId === message.eid)) return [];
    const { event, severity } = meaning;
    this.#alarms.push({ deviceId, kind, severity, event, eventId: message.eid, open: true });
    return affected;
  }

  async renewLease(instance: string, until: number): Promise<void> {
    this.#leases.set(instance, until);
  }

  async assignToInstance(deviceId: string, instance: string): Promise<void> {
    const entry = this.#devices.get(deviceId);
    if (entry) entry.instance = instance;
  }

  async listDevicesOfInstance(instance: string): Promise<readonly InstanceDevice[]> {
    return [...this.#devices.values()]
      .filter((entry) => entry.instance === instance)
      .map(({ record, work }) => ({
        id: record.id,
        session: record.session,
        waiting: work.some((row) => row.state === 'queued' && row.held !== true),
      }));
  }

  async orphanedDevices(now: number): Promise<readonly string[]> {
    return [...this.#devices.values()]
      .filter(({ record, instance }) => isConnectedState(record) && !this.#isLeased(instance, now))
      .map(({ record }) => record.id);
  }

  async dueDevices(now: number, lostBefore: number, busyBefore: number): Promise<readonly string[]> {
    const isOverdue = (row: WorkRow): boolean =>
      OPEN.has(row.state) && row.deadline !== undefined && row.deadline <= now;
    return [...this.#devices.values()]
      .filter(
        ({ record, work }) =>
          work.some(isOverdue) ||
          (record.state === LINK_LOST && record.stateAt <= lostBefore) ||
          (isBusyState(record.state) && record.stateAt <= busyBefore),
      )
      .map(({ record }) => record.id);
  }

  #applyAlarm(deviceId: string, { kind, change, severity, event }: AlarmChange): void {
    const open = (alarm: StoredAlarm): boolean =>
      alarm.open && alarm.deviceId === deviceId && alarm.kind === kind;
    if (change === 'resolve')
      this.#alarms = this.#alarms.map((alarm) => (open(alarm) ? { ...alarm, open: false } : alarm));
    else if (kind === 'device-event' || !this.#alarms.some(open))
      this.#alarms.push({ deviceId, kind, severity, event, eventId: undefined, open: true });
  }

  #isLeased(instance: string | undefined, now: number): boolean {
    const until = instance === undefined ? undefined : this.#leases.get(instance);
    return until !== undefined && until >= now;
  }

  #bySerial(sn: string): StoredDevice | undefined {
    return [...this.#devices.values()].find((entry) => entry.sn === sn);
  }

  #deviceEntry(deviceId: string): StoredDevice {
    const entry = this.#devices.get(deviceId);
    if (!entry) throw new Error(`There is no device ${deviceId}.`);
    return entry;
  }
}

/** Applies an outcome to a record. A step cannot change the identity, the project or the desired document. */
function applyChange(record: DeviceRecord, { device: change = {}, desiredRev }: Outcome): DeviceRecord {
  const { id, projectId, name, epoch } = record;
  const desired = record.desired && { ...record.desired, rev: desiredRev ?? record.desired.rev };
  const given = Object.entries(change).filter(([key, value]) => value !== undefined || key === 'session');
  return { ...record, ...Object.fromEntries(given), id, projectId, name, epoch, desired };
}
