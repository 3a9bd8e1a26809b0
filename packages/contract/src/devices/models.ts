import type { Capabilities } from '../device-protocol/capabilities.ts';
import { WIRED_MODELS } from './models-wired.ts';
import { WIRELESS_MODELS } from './models-wireless.ts';

/** A family of models: every model whose name starts with `prefix`, unless a longer prefix fits it too. */
export interface ModelEntry {
  readonly prefix: string;
  readonly displayName: string;
  readonly capabilities: Capabilities;
}

/** What the cloud supports. A device may say more of itself at birth; its own words win. */
export const MODELS: readonly ModelEntry[] = [...WIRED_MODELS, ...WIRELESS_MODELS];

/** The family of a model, by longest prefix (specification §3, Device). */
export function modelEntry(model: string): ModelEntry | undefined {
  return MODELS.filter(({ prefix }) => model.startsWith(prefix)).sort(
    (a, b) => b.prefix.length - a.prefix.length,
  )[0];
}

/** The capability document of a model; undefined for a model that the cloud does not support. */
export const capabilitiesOf = (model: string): Capabilities | undefined => modelEntry(model)?.capabilities;

/** The name people read; the model itself when it is not known. */
export const modelDisplayName = (model: string): string => modelEntry(model)?.displayName ?? model;
