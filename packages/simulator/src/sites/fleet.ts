import { MODELS } from '@northlight/contract';
import type { SiteSpec } from '../spec.ts';
import { SiteBuilder } from './site-builder.ts';

/** Model that a fleet does not contain, because this Linux gateway runs the real agent. */
const REAL_MODEL = 'NL-LGW';
const CLIENTS_PER_ACCESS_POINT = 4;

/** Creates `count` independent devices of all kinds, to claim them one by one or to load a server. */
export function createFleetSite(count: number, seed: number): SiteSpec {
  const site = new SiteBuilder(seed, '10.20');
  const models = MODELS.filter(({ prefix }) => prefix !== REAL_MODEL);
  for (let index = 0; index < count; index++) {
    const model = models[index % models.length];
    if (!model) break;
    const { prefix, capabilities } = model;
    const meshRole = prefix === 'NL-MESHP' ? 'primary' : 'secondary';
    const name = `${prefix.slice('NL-'.length)}-${index + 1}`;
    site.device({ model: prefix, name, ...(capabilities.kind === 'mesh' && { meshRole }) });
    if (capabilities.features.includes('wifi') && capabilities.kind !== 'cpe')
      site.guests(CLIENTS_PER_ACCESS_POINT, 'Fleet', 1);
  }
  return {
    name: 'Fleet',
    seed,
    zoneHours: 0,
    day: 'steady',
    devices: site.devices,
    clients: site.clients,
    isScattered: true,
  };
}
