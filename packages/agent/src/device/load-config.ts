import { readFile } from 'node:fs/promises';
import { type AgentConfig, apConfig, bridgeConfig, gatewayConfig, switchConfig } from './agent-config.ts';

/** Reads the configuration file of the agent. Throws one line that names the file and each wrong field. */
export const loadAgentConfig = async (file: string): Promise<AgentConfig> =>
  parseAgentConfig(await readFile(file, 'utf8'), file);

/** Parses the content of a configuration file like `loadAgentConfig`; messages use `file` as its name. */
export function parseAgentConfig(content: string, file: string): AgentConfig {
  const value = parseJson(content, file);
  // Checks one kind of device only, so that errors name no fields of other kinds.
  const { success, data, error } = chooseSchema(value).safeParse(value, {
    error: ({ input }) => (input === undefined ? 'is missing' : undefined),
  });
  if (success) return data;
  const faults = error.issues.map(({ message, path }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new Error(`${file}: ${faults.join('; ')}`);
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function chooseSchema(value: unknown) {
  if (typeof value === 'object' && value !== null) {
    if ('ports' in value) return switchConfig;
    if ('bridge' in value) return bridgeConfig;
    if ('radios' in value || 'uplink' in value) return apConfig;
  }
  return gatewayConfig;
}
