import { findCapabilities, type DeviceSettings, listEffectivePorts } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { MIXED_VALUE, toPortValues, replacePorts } from './port-values.ts';

const caps = findCapabilities('NL-SW8P');
if (!caps) throw new Error('There is no model NL-SW8P.');
const chosen = (settings: DeviceSettings, ...ids: string[]) =>
  listEffectivePorts(caps, settings).filter(({ id }) => ids.includes(id));

describe('the form of several ports', () => {
  it('shows common values and marks differing ones', () => {
    const values = toPortValues(chosen({}, 'p1', 'p9'));
    expect(values).toMatchObject({
      enabled: 'on',
      mode: MIXED_VALUE,
      tagged: MIXED_VALUE,
      pvid: '1',
      poe: MIXED_VALUE,
    });
  });

  it('changes only the edited field, on all ports', () => {
    const values = { ...toPortValues(chosen({}, 'p1', 'p2')), ingress: '2048', remark: 'Rooms' };
    const result = replacePorts(caps, {}, ['p1', 'p2'], values);
    expect('settings' in result && result.settings.ports).toMatchObject([
      { id: 'p1', ingressKbps: 2048, remark: 'Rooms', mode: 'access', pvid: 1, poe: true },
      { id: 'p2', ingressKbps: 2048, remark: 'Rooms' },
    ]);
  });

  it('keeps differing values unless one is selected', () => {
    const settings = { ports: chosen({}, 'p1').map((port) => ({ ...port, eee: true })) };
    const values = toPortValues(chosen(settings, 'p1', 'p2'));
    expect(values.eee).toBe(MIXED_VALUE);
    const result = replacePorts(caps, settings, ['p1', 'p2'], { ...values, enabled: 'off' });
    expect('settings' in result && result.settings.ports?.map(({ eee, enabled }) => [eee, enabled])).toEqual([
      [true, false],
      [false, false],
    ]);
  });
});

describe('one port', () => {
  it('accepts a list of VLANs, and all VLANs', () => {
    const trunk = { ...toPortValues(chosen({}, 'p1')), mode: 'trunk' as const, tagged: '10-12,30' };
    const listed = replacePorts(caps, {}, ['p1'], trunk);
    expect('settings' in listed && listed.settings.ports?.[0]?.tagged).toEqual([10, 11, 12, 30]);
    const all = replacePorts(caps, {}, ['p1'], { ...trunk, tagged: 'All' });
    expect('settings' in all && all.settings.ports?.[0]?.tagged).toBe('all');
  });

  it('loses its tagged VLANs when it becomes an access port', () => {
    const result = replacePorts(caps, {}, ['p9'], { ...toPortValues(chosen({}, 'p9')), mode: 'access' });
    expect('settings' in result && result.settings.ports?.[0]).toMatchObject({ mode: 'access', tagged: [] });
  });

  it.each([
    [{ pvid: '0' }, 'pvid'],
    [{ mode: 'trunk', tagged: '10,10' }, 'tagged'],
    [{ mode: 'trunk', tagged: '1' }, 'tagged'],
    [{ ingress: '3' }, 'ingress'],
    [{ duplex: 'half' }, 'duplex'],
  ] as const)('reports the invalid change %j at the field %s', (change, field) => {
    const result = replacePorts(caps, {}, ['p1'], { ...toPortValues(chosen({}, 'p1')), ...change });
    expect('errors' in result && Object.keys(result.errors)).toEqual([field]);
  });
});
