import type { AgentConfig } from './agent-config.ts';

/** Lists the interfaces of a configuration file with the names of their fields: `lan.1`, `radios.0.interface`. */
export function listInterfaces(config: AgentConfig): (readonly [field: string, name: string])[] {
  const many = (field: string, names: readonly string[]) =>
    names.map((name, index) => [`${field}.${index}`, name] as const);
  if ('ports' in config) return many('ports', config.ports);
  if ('bridge' in config)
    return [
      ['cable', config.cable],
      ['bridge.interface', config.bridge.interface],
    ];
  if ('radios' in config)
    return [
      ['uplink', config.uplink],
      ...(config.mesh ? [['mesh.interface', config.mesh.interface] as const] : []),
      ...config.radios.map((radio, index) => [`radios.${index}.interface`, radio.interface] as const),
    ];
  const wan = typeof config.wan === 'string' ? [['wan', config.wan] as const] : many('wan', config.wan);
  return [...wan, ...many('lan', config.lan)];
}

/** Throws one line that names each field whose interface the machine does not have. */
export function checkInterfaces(config: AgentConfig, file: string, present: readonly string[]): void {
  const faults = listInterfaces(config).flatMap(([field, name]) =>
    present.includes(name) ? [] : [`${field}: this machine has no interface ${name}`],
  );
  if (faults.length > 0)
    throw new Error(
      `${file}: ${faults.join('; ')}. It has ${present.filter((name) => name !== 'lo').join(', ')}.`,
    );
}
