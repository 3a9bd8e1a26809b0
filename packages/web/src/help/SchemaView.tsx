import { formatPlural } from '../kit/format/index.ts';
import type { Schema } from './api-document.ts';
import classes from './help.module.css';
import { describeType } from './describe-type.ts';

const MAX_DEPTH = 8;

/** Lists the fields of an object, with nested objects and lists. */
export function SchemaView({ schema, depth = 0 }: { readonly schema: Schema; readonly depth?: number }) {
  const fields = listFields(schema);
  if (depth === 0 && fields.length === 0) return <p className="mut">{describeType(schema)}</p>;
  if (fields.length === 0 || depth > MAX_DEPTH) return null;
  return (
    <ul className={`grid gap-4 ${classes['schema']}`}>
      {fields.map(({ name, schema: field, required }) => (
        <li key={name}>
          <code className="strong">{name}</code>{' '}
          <span className="mut">
            {describeType(field)}
            {required ? '' : ', optional'}
          </span>
          <NestedFields schema={getItemSchema(field)} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}

/** Fields of a nested object; those of deeper objects are folded. */
function NestedFields({ depth, schema }: { readonly schema: Schema; readonly depth: number }) {
  const { length } = listFields(schema);
  if (length === 0 || depth > MAX_DEPTH) return null;
  if (depth === 1) return <SchemaView schema={schema} depth={depth} />;
  return (
    <details>
      <summary className="accent">{formatPlural(length, 'field')}</summary>
      <SchemaView schema={schema} depth={depth} />
    </details>
  );
}

const getItemSchema = (schema: Schema): Schema => schema.items ?? schema;

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Lists the fields of an object. For alternatives it lists the fields of all of them, each name once. */
function listFields(schema: Schema): Field[] {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) === true,
  }));
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(listFields);
  const parts = (schema.allOf ?? []).flatMap(listFields);
  const all = [...own, ...parts, ...choices.flat()];
  const inEvery = (name: string) =>
    choices.every((fields) => fields.some((field) => field.name === name && field.required));
  return all
    .filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
    .map((field) =>
      own.includes(field) || parts.includes(field) ? field : { ...field, required: inEvery(field.name) },
    );
}
