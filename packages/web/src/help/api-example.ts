import { getBody, type Operation, type Schema } from './api-document.ts';

const MAX_DEPTH = 6;

/** Returns an example value with the shape of the schema. The value ignores limits such as patterns. */
export function buildSample(schema: Schema, depth = 0): unknown {
  const { anyOf, oneOf, allOf, type } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const first = anyOf?.[0] ?? oneOf?.[0];
  if (first) return buildSample(first, depth);
  if (allOf) return Object.assign({}, ...allOf.map((part) => buildSample(part, depth)));
  if (depth > MAX_DEPTH) return null;
  const kind = Array.isArray(type) ? type[0] : type;
  switch (kind) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          buildSample(schema.properties?.[name] ?? {}, depth + 1),
        ]),
      );
    case 'array':
      return schema.items ? [buildSample(schema.items, depth + 1)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'uuid' ? '00000000-0000-0000-0000-000000000000' : 'text';
    default:
      return null;
  }
}

/** Escapes a text for single quotes of a shell. */
const quote = (text: string): string => text.replaceAll("'", String.raw`'\''`);

/**
 * Returns the curl command of an operation. The command reads the token from the environment to keep it out
 * of the shell history.
 */
export function buildCurl(operation: Operation, origin: string): string {
  const { method, path, parameters = [] } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(buildSample(schema)))}`)
    .join('&');
  const lines = [`curl -X ${method} '${origin}${path}${query === '' ? '' : `?${query}`}'`];
  if (operation['x-needs'] !== 'public') lines.push(`-H "Authorization: Bearer $NORTHLIGHT_TOKEN"`);
  const body = getBody(operation);
  if (body?.type === 'application/json')
    lines.push(
      `-H 'content-type: application/json'`,
      `-d '${quote(JSON.stringify(body.example ?? buildSample(body.schema)))}'`,
    );
  else if (body)
    for (const name of Object.keys(body.schema.properties ?? {})) lines.push(`-F '${name}=@FILE'`);
  return lines.join(' \\\n  ');
}
