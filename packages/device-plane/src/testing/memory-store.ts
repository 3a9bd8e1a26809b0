import { meaningOf } from '@northlight/contract';
import type { EventMessage, HelloMessage, TopoMessage } from '@northlight/contract/device-protocol';
import { isBusyState } from '../commands.ts';
import { type StoredClient, MemoryClients } from './memory-clients.ts';
import {
  type Figures,
  figuresAfter,
  figuresAtBirth,
  type StoredDevice,
  type StoredAlarm,
  newRecord,
} from './memory-records.ts';
import type { AlarmChange, DesiredConfig, DeviceRecord, DeviceView, Outcome, WorkRow } from '../records.ts';
import type {
  ClientsUpdate,
  Credential,
  DeviceStore,
  FigureReport,
  HeldDevice,
  PresentedCredential,
  StatUpdate,
  AffectedResources,
} from '../store.ts';
import type { NewWork, StoreWorld } from './store-world.ts';

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const LINK_LOST = 9;
const isConnectedState = ({ state }: DeviceRecord): boolean => state >= 1 && state <= 7;

/** A state of the store to go back to. */
export interface MemoryBackup {
  readonly waiting: ReadonlyMap<string, HelloMessage>;
  readonly devices: ReadonlyMap<string, StoredDevice>;
  readonly leases: ReadonlyMap<string, number>;
  readonly alarms: readonly StoredAlarm[];
}

/** The device plane's store in memory: for tests and simulations, with what they need to set it up and look inside. */
export class MemoryDeviceStore implements DeviceStore, StoreWorld {
  /** What was kept for history, oldest first. */
  readonly reports: FigureReport[] = [];
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
      record: newRecord(id, projectId, `Device-${this.#count}`, now),
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

  /** Its project gives a device up: everything that is known of it under this id ends. */
  async unclaim(deviceId: string): Promise<void> {
    this.#devices.delete(deviceId);
    this.#clients.markOffline(deviceId);
    this.#alarms = this.#alarms.filter((alarm) => alarm.deviceId !== deviceId);
  }

  /** The id under which a serial number is claimed. */
  async claimedAs(sn: string): Promise<string | undefined> {
    return this.#bySerial(sn)?.record.id;
  }

  /** Everything that a backup of the database holds; clients come again with the next report. */
  async backup(): Promise<MemoryBackup> {
    const kept = { waiting: this.#waiting, devices: this.#devices, leases: this.#leases };
    return structuredClone({ ...kept, alarms: this.#alarms });
  }

  /** What was written after the backup is forgotten; ids that were given out since are not given out again. */
  async restore(backup: MemoryBackup): Promise<void> {
    const { alarms, devices, leases, waiting } = structuredClone(backup);
    this.#waiting = new Map(waiting);
    this.#devices = new Map(devices);
    this.#leases = new Map(leases);
    this.#alarms = [...alarms];
  }

  async setDesired(deviceId: string, desired: DesiredConfig): Promise<void> {
    const kept = this.#kept(deviceId);
    kept.record = { ...kept.record, desired, reportedStatus: 'queued', reportedIssues: [] };
  }

  async addWork(deviceId: string, { kind, rev, deadline, args = {} }: NewWork): Promise<string> {
    const id = `00000000-0000-7000-8000-${String(++this.#count).padStart(12, '0')}`;
    const empty = { percent: undefined, detail: undefined, code: undefined, issues: [] };
    this.#kept(deviceId).work.push({ id, kind, rev, deadline, args, state: 'queued', ...empty });
    return id;
  }

  async device(deviceId: string): Promise<DeviceRecord> {
    return this.#kept(deviceId).record;
  }

  async software(deviceId: string): Promise<string | undefined> {
    return this.#kept(deviceId).facts?.software;
  }

  async rows(deviceId: string): Promise<readonly WorkRow[]> {
    return this.#kept(deviceId).work;
  }

  async alarms(deviceId: string): Promise<readonly StoredAlarm[]> {
    return this.#alarms.filter((alarm) => alarm.deviceId === deviceId);
  }

  async clients(projectId: number): Promise<readonly StoredClient[]> {
    return this.#clients.of(projectId);
  }

  async figures(deviceId: string): Promise<Figures | undefined> {
    return this.#kept(deviceId).figures;
  }

  async waiting(): Promise<readonly string[]> {
    return [...this.#waiting.keys()];
  }

  async provisioning(sn: string): Promise<{ secretHash: string; claimed: boolean } | undefined> {
    const secretHash = this.#base.get(sn);
    return secretHash === undefined ? undefined : { secretHash, claimed: this.#bySerial(sn) !== undefined };
  }

  /** Nobody has an account here. */
  async recordHello(sn: string, hello: HelloMessage): Promise<undefined> {
    this.#waiting.set(sn, hello);
  }

  async issueCredential(sn: string, tokenHash: string): Promise<{ id: string; epoch: number } | undefined> {
    const kept = this.#bySerial(sn);
    if (!kept) return undefined;
    const epoch = kept.record.epoch + 1;
    kept.tokenHash = tokenHash;
    kept.next = undefined;
    kept.certificate = undefined;
    kept.nextCertificate = undefined;
    kept.instance = undefined;
    kept.record = { ...kept.record, epoch };
    return { id: kept.record.id, epoch };
  }

  async credential(deviceId: string): Promise<Credential | undefined> {
    const kept = this.#devices.get(deviceId);
    if (kept?.tokenHash === undefined) return undefined;
    const { certificate, nextCertificate, record, tokenHash } = kept;
    return {
      tokenHash,
      nextHash: kept.next?.tokenHash,
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
    const kept = this.#devices.get(deviceId);
    if (kept?.tokenHash !== presentHash) return undefined;
    kept.next ??= fresh;
    return { salt: kept.next.salt, epoch: kept.record.epoch + 1 };
  }

  async promoteCredential(deviceId: string, nextHash: string): Promise<boolean> {
    const kept = this.#devices.get(deviceId);
    if (kept?.next?.tokenHash === nextHash) {
      kept.tokenHash = nextHash;
      kept.next = undefined;
      kept.record = { ...kept.record, epoch: kept.record.epoch + 1 };
    }
    return kept?.tokenHash === nextHash;
  }

  async offerCertificate(
    deviceId: string,
    proof: PresentedCredential,
    fingerprint: string,
  ): Promise<boolean> {
    const kept = this.#devices.get(deviceId);
    const byToken = proof.tokenHash !== undefined && kept?.tokenHash === proof.tokenHash;
    const byCertificate = proof.certificate !== undefined && kept?.certificate === proof.certificate;
    if (!kept || !(byToken || byCertificate)) return false;
    kept.nextCertificate = fingerprint;
    return true;
  }

  async promoteCertificate(deviceId: string, fingerprint: string): Promise<boolean> {
    const kept = this.#devices.get(deviceId);
    if (kept?.nextCertificate === fingerprint) {
      kept.certificate = fingerprint;
      kept.nextCertificate = undefined;
    }
    return kept?.certificate === fingerprint;
  }

  /** Nothing is awaited within, so two steps never mix and one that throws has changed nothing. */
  async step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
    _now: number,
  ): Promise<(Outcome & { projectId: number }) | undefined> {
    const kept = this.#devices.get(deviceId);
    if (!kept) return undefined;
    const outcome = step({ device: kept.record, work: kept.work.filter((row) => OPEN.has(row.state)) });
    kept.record = applyChange(kept.record, outcome);
    if (outcome.identity) {
      kept.facts = outcome.identity;
      kept.figures = figuresAtBirth(kept.figures, outcome.identity);
    }
    for (const { id, rev, state, percent, detail, code, issues, result } of outcome.work ?? [])
      kept.work = kept.work.map((row) =>
        row.id === id ? { ...row, rev, state, percent, detail, code, issues, result } : row,
      );
    if (outcome.clientsOffline) this.#clients.markOffline(deviceId);
    for (const alarm of outcome.alarms ?? []) this.#change(deviceId, alarm);
    return { ...outcome, projectId: kept.record.projectId };
  }

  async logReports(reports: readonly FigureReport[]): Promise<void> {
    this.reports.push(...reports);
  }

  async saveStats(updates: readonly StatUpdate[]): Promise<readonly AffectedResources[]> {
    const projects = new Set<number>();
    for (const update of updates) {
      const kept = this.#devices.get(update.deviceId);
      if (!kept) continue;
      kept.figures = figuresAfter(kept.figures, update);
      projects.add(kept.record.projectId);
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
    const kept = this.#devices.get(deviceId);
    if (!kept?.figures) return [];
    kept.figures = { ...kept.figures, neighbours: message.lldp };
    return [{ projectId: kept.record.projectId, resources: ['devices'] }];
  }

  /** Changes of ports are counted by nobody here. */
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

  async saveEvent(
    deviceId: string,
    message: EventMessage,
    _now: number,
  ): Promise<readonly AffectedResources[]> {
    const kept = this.#devices.get(deviceId);
    const meaning = meaningOf(message);
    const of = this.#alarms.filter((alarm) => alarm.deviceId === deviceId);
    const touched: readonly AffectedResources[] = kept
      ? [{ projectId: kept.record.projectId, resources: ['alarms'] }]
      : [];
    if (!kept || meaning === undefined || meaning.is === 'port') return [];
    const { kind } = meaning;
    const open = of.filter((alarm) => alarm.open && alarm.kind === kind && kind !== 'device-event');
    if (meaning.is === 'clear') {
      this.#alarms = this.#alarms.map((alarm) => (open.includes(alarm) ? { ...alarm, open: false } : alarm));
      return open.length > 0 ? touched : [];
    }
    if (open.length > 0 || of.some(({ eventId }) => eventId === message.eid)) return [];
    const { event, severity } = meaning;
    this.#alarms.push({ deviceId, kind, severity, event, eventId: message.eid, open: true });
    return touched;
  }

  async renewLease(instance: string, until: number): Promise<void> {
    this.#leases.set(instance, until);
  }

  async holdDevice(deviceId: string, instance: string): Promise<void> {
    const kept = this.#devices.get(deviceId);
    if (kept) kept.instance = instance;
  }

  async heldDevices(instance: string): Promise<readonly HeldDevice[]> {
    return [...this.#devices.values()]
      .filter((kept) => kept.instance === instance)
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

  async dueDevices(now: number, lostBefore: number, heldBefore: number): Promise<readonly string[]> {
    const late = (row: WorkRow): boolean =>
      OPEN.has(row.state) && row.deadline !== undefined && row.deadline <= now;
    return [...this.#devices.values()]
      .filter(
        ({ record, work }) =>
          work.some(late) ||
          (record.state === LINK_LOST && record.stateAt <= lostBefore) ||
          (isBusyState(record.state) && record.stateAt <= heldBefore),
      )
      .map(({ record }) => record.id);
  }

  #change(deviceId: string, { kind, change, severity, event }: AlarmChange): void {
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
    return [...this.#devices.values()].find((kept) => kept.sn === sn);
  }

  #kept(deviceId: string): StoredDevice {
    const kept = this.#devices.get(deviceId);
    if (!kept) throw new Error(`There is no device ${deviceId}.`);
    return kept;
  }
}

/** What a step may change of a record; identity, owner and the document that is wanted are not its business. */
function applyChange(record: DeviceRecord, { device: change = {}, desiredRev }: Outcome): DeviceRecord {
  const { id, projectId, name, epoch } = record;
  const desired = record.desired && { ...record.desired, rev: desiredRev ?? record.desired.rev };
  const given = Object.entries(change).filter(([key, value]) => value !== undefined || key === 'session');
  return { ...record, ...Object.fromEntries(given), id, projectId, name, epoch, desired };
}
