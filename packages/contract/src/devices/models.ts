import type { Capabilities } from '../device-protocol/capabilities.ts';
import { WIRED_MODELS } from './models-wired.ts';
import { WIRELESS_MODELS } from './models-wireless.ts';

/** A family of models: every model whose name starts with `prefix`, unless a longer prefix also matches. */
export interface ModelEntry {
  readonly prefix: string;
  readonly displayName: string;
  readonly capabilities: Capabilities;
}

/** Supported models. Capabilities in a device's birth override these. */
export const MODELS: readonly ModelEntry[] = [...WIRED_MODELS, ...WIRELESS_MODELS];

/** Returns the family of a model, by longest prefix (specification §3, Device). */
export function findModelEntry(model: string): ModelEntry | undefined {
  return MODELS.filter(({ prefix }) => model.startsWith(prefix)).sort(
    (a, b) => b.prefix.length - a.prefix.length,
  )[0];
}

/** Returns the capabilities of a model; undefined for an unsupported model. */
export const findCapabilities = (model: string): Capabilities | undefined =>
  findModelEntry(model)?.capabilities;

/** Returns the display name of a model; the model itself if it is unknown. */
export const formatModelName = (model: string): string => findModelEntry(model)?.displayName ?? model;
