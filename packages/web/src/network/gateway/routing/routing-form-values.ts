import {
  type NetworkConfig,
  type NetworkScope,
  type PortMapping,
  portMapping,
  type StaticRoute,
  staticRoute,
} from '@northlight/contract';
import { findItemErrors, mapToFields } from '../../item-errors.ts';

type Errors = Record<string, string>;

export type RouteValues = Record<string, unknown> & StaticRoute;

const NEW_ROUTE: RouteValues = { name: '', destination: '', prefix: 24, nextHop: '' };
export const toRouteValues = (route: StaticRoute | undefined): RouteValues => ({ ...NEW_ROUTE, ...route });

export const toRoute = ({ destination, name, nextHop, prefix }: RouteValues): StaticRoute => ({
  name,
  destination: destination.trim(),
  prefix,
  nextHop: nextHop.trim(),
});

export const findRouteErrors = (
  values: RouteValues,
  replaced: string | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Errors =>
  mapToFields(
    findItemErrors(
      { list: 'staticRoutes', next: toRoute(values), replaced, schema: staticRoute },
      config,
      scope,
    ),
    (path) => path || 'name',
  );

export type MappingValues = Record<string, unknown> & PortMapping;

const NEW_MAPPING: MappingValues = {
  name: '',
  protocol: 'tcp',
  internalIp: '',
  externalPorts: '',
  internalPorts: '',
};
export const toMappingValues = (mapping: PortMapping | undefined): MappingValues => ({
  ...NEW_MAPPING,
  ...mapping,
});

/** Converts form values to a mapping; empty internal ports become the external ports. */
export function toMapping(values: MappingValues): PortMapping {
  const externalPorts = values.externalPorts.trim();
  return {
    name: values.name,
    protocol: values.protocol,
    internalIp: values.internalIp.trim(),
    externalPorts,
    internalPorts: values.internalPorts.trim() || externalPorts,
  };
}

export function findMappingErrors(
  values: MappingValues,
  replaced: string | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Errors {
  const found = mapToFields(
    findItemErrors(
      { list: 'portMappings', next: toMapping(values), replaced, schema: portMapping },
      config,
      scope,
    ),
    (path) => path || 'name',
  );
  // Omits the error of an empty internal field, because it repeats the error of the external ports.
  const { internalPorts, ...errors } = found;
  const repeated = values.internalPorts.trim() === '' && 'externalPorts' in errors;
  return internalPorts === undefined || repeated ? errors : found;
}
