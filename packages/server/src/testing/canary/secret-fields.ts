import { api, type ApiKey, type Endpoint } from '@northlight/contract';
import { z } from 'zod';

interface JsonSchema {
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** A text in the body of a request; its path has `*` for the items of lists. */
export interface TextField {
  readonly operation: ApiKey;
  readonly path: readonly string[];
  /** True if the contract marks the field as a secret. */
  readonly isSecret: boolean;
}

/** Lists the fields without further fields of all requests in the contract. */
export function listRequestFields(): TextField[] {
  return (Object.entries(api) as [ApiKey, Endpoint][]).flatMap(([operation, { body }]) => {
    if (!body) return [];
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    return listFields(schema as JsonSchema, []).map((field) => ({ operation, ...field }));
  });
}

function listFields(schema: JsonSchema, path: readonly string[]): Omit<TextField, 'operation'>[] {
  const parts: [JsonSchema, readonly string[]][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]): [JsonSchema, string[]] => [
      part,
      [...path, name],
    ]),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (part): [JsonSchema, readonly string[]] => [part, path],
    ),
  ];
  if (schema.items) parts.push([schema.items, [...path, '*']]);
  if (typeof schema.additionalProperties === 'object')
    parts.push([schema.additionalProperties, [...path, '*']]);
  if (parts.length === 0) return [{ path, isSecret: schema.format === 'password' }];
  return parts.flatMap(([part, at]) => listFields(part, at));
}

export const formatField = ({ operation, path }: TextField): string => `${operation} ${path.join('.')}`;

/** Lists the values of a field in the body of a request. */
export function listValues(body: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [body];
  if (typeof body !== 'object' || body === null) return [];
  const parts = name === '*' ? Object.values(body) : [(body as Record<string, unknown>)[name]];
  return parts.flatMap((part) => listValues(part, rest));
}
