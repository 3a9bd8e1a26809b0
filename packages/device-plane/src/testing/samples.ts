import { findCapabilities } from '@northlight/contract';
import type { BirthMessage, ClientReport, StatMessage } from '@northlight/contract/device-protocol';
import { createDeviceRecord, SAMPLE_MAC } from './memory-records.ts';
import type { BirthFacts, DesiredConfig, DeviceRecord, DeviceView, Outcome, WorkRow } from '../records.ts';

/** Serial number of sample births and views. */
export const SAMPLE_SN = 'NLSAMPLE00000001';

/** Returns the birth message of a gateway. */
export function createSampleBirth(values: Partial<BirthMessage> = {}): BirthMessage {
  const caps = findCapabilities('NL-GW5');
  if (!caps) throw new Error('There is no model NL-GW5.');
  return {
    v: 1,
    session: 'one',
    bd: 0,
    seq: 0,
    ts: 0,
    model: 'NL-GW5',
    sn: SAMPLE_SN,
    mac: SAMPLE_MAC,
    sw: '1.0.0',
    hw: 'A1',
    caps,
    cfgRev: 0,
    cfgHash: '',
    bootReason: 'power',
    uptimeSeconds: 5,
    managed: 'cloud',
    nets: { ip: '192.168.1.2', vlan: 1 },
    ...values,
  };
}

export function createSampleFacts(values: Partial<BirthFacts> = {}): BirthFacts {
  const { model, mac, caps, sw, hw, nets, uptimeSeconds } = createSampleBirth();
  const facts = { model, mac, caps, nets, uptimeSeconds, software: sw, hardware: hw, bornAt: 0 };
  return { ...facts, meshRole: undefined, localChange: undefined, ...values };
}

export const createSampleStat = (values: Partial<StatMessage> = {}): StatMessage => ({
  session: 'one',
  seq: 1,
  ts: 0,
  ...values,
});

export const createSampleClient = (number: number, values: Partial<ClientReport> = {}): ClientReport => ({
  mac: `aa:bb:cc:00:00:${number.toString(16).padStart(2, '0')}`,
  ...values,
});

export const createSampleDesired = (rev: number): DesiredConfig => ({
  rev,
  hash: `hash-${rev}`,
  config: { vlans: [{ id: 9 + rev, name: `VLAN ${rev}`, ports: [] }], dhcpPools: [] },
});

export function createSampleView(
  device: Partial<DeviceRecord> = {},
  work: readonly Partial<WorkRow>[] = [],
): DeviceView {
  const rows = work.map((row, index): WorkRow => ({
    id: `row-${index}`,
    kind: 'configure',
    rev: undefined,
    state: 'queued',
    percent: undefined,
    detail: undefined,
    code: undefined,
    issues: [],
    deadline: undefined,
    ...row,
  }));
  const record = {
    ...createDeviceRecord({ id: 'device', projectId: 1, name: 'Gateway', sn: SAMPLE_SN }, 0),
    state: 1,
    session: 'one',
    waiting: false,
  };
  return { device: { ...record, ...device }, work: rows };
}

/** Returns the view after an outcome, as a store would read it next. */
export function updateView({ device, work }: DeviceView, outcome: Outcome): DeviceView {
  const changed = new Map(outcome.work?.map((row) => [row.id, row] as const));
  const rows = work.map((row) => changed.get(row.id) ?? row);
  return {
    device: { ...device, ...outcome.device },
    work: rows.filter(({ state }) => state === 'queued' || state === 'sent' || state === 'running'),
  };
}
