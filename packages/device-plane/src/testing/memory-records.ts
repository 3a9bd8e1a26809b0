import type { StatMessage, TopoMessage } from '@northlight/contract/device-protocol';
import type { AlarmKind } from '../contract-types.ts';
import type { AlarmChange, BirthFacts, DeviceRecord, WorkRow } from '../records.ts';
import type { StatUpdate } from '../store.ts';

/** Latest figures of a device; what a report leaves out keeps its earlier value. */
export interface Figures {
  readonly cpu?: number | undefined;
  readonly mem?: number | undefined;
  readonly uptimeSeconds?: number | undefined;
  readonly clients?: number | undefined;
  readonly ip?: string | undefined;
  readonly uplinkPort?: string | undefined;
  readonly neighbours?: TopoMessage['lldp'] | undefined;
  readonly radios?: StatMessage['radios'] | undefined;
  /** Of the radios' own figures. */
  readonly radiosAt?: number | undefined;
  readonly reportedAt: number;
}

export interface StoredAlarm {
  readonly deviceId: string;
  readonly kind: AlarmKind;
  readonly severity: AlarmChange['severity'];
  readonly event: string;
  readonly eventId: string | undefined;
  readonly open: boolean;
}

/** Everything that the memory store keeps of one claimed device. */
export interface StoredDevice {
  readonly sn: string;
  record: DeviceRecord;
  tokenHash: string | undefined;
  /** Offered and not used yet. */
  next: { readonly tokenHash: string; readonly salt: string } | undefined;
  /** Fingerprints. */
  certificate: string | undefined;
  nextCertificate: string | undefined;
  instance: string | undefined;
  facts: BirthFacts | undefined;
  figures: Figures | undefined;
  work: WorkRow[];
}

export function newRecord(id: string, projectId: number, name: string, now: number): DeviceRecord {
  return {
    id,
    projectId,
    name,
    epoch: 0,
    state: 0,
    stateAt: now,
    waiting: true,
    session: undefined,
    boot: undefined,
    managed: 'cloud',
    desired: undefined,
    reportedRev: 0,
    reportedHash: '',
    reportedStatus: 'none',
    reportedIssues: [],
    badRev: 0,
    sentRev: 0,
    seenRev: 0,
  };
}

export function figuresAfter(
  kept: Figures | undefined,
  { message, sampledAt, radiosAt }: StatUpdate,
): Figures {
  if (kept && kept.reportedAt > sampledAt) return kept;
  return {
    cpu: message.cpu ?? kept?.cpu,
    mem: message.mem ?? kept?.mem,
    uptimeSeconds:
      message.uptimeSeconds === undefined ? kept?.uptimeSeconds : Math.round(message.uptimeSeconds),
    clients: message.clients ?? kept?.clients,
    ip: message.nets?.ip ?? kept?.ip,
    uplinkPort: message.nets?.uplinkPort ?? kept?.uplinkPort,
    neighbours: kept?.neighbours,
    radios: message.radios ?? kept?.radios,
    radiosAt: message.radios ? (radiosAt ?? sampledAt) : kept?.radiosAt,
    reportedAt: sampledAt,
  };
}

export function figuresAtBirth(kept: Figures | undefined, facts: BirthFacts): Figures {
  return {
    ...kept,
    ip: facts.nets.ip,
    uplinkPort: facts.nets.uplinkPort,
    uptimeSeconds: Math.round(facts.uptimeSeconds),
    reportedAt: facts.bornAt,
  };
}
