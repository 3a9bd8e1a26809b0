import { type AccessNeed, NEED_LABELS } from '@northlight/contract';
import { CopyTextButton } from '../ui/CopyTextButton.tsx';
import type { Ref } from 'react';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import { listResponses, getBody, type Operation } from './api-document.ts';
import { buildCurl } from './api-example.ts';
import classes from './help.module.css';
import { SchemaView } from './SchemaView.tsx';
import { describeType } from './describe-type.ts';

interface OperationViewProps {
  readonly operation: Operation;
  readonly ref?: Ref<HTMLElement> | undefined;
}

export function OperationView({ operation, ref }: OperationViewProps) {
  const { method, path, parameters = [], operationId, summary } = operation;
  const body = getBody(operation);
  const { done, refusals } = listResponses(operation);
  const example = buildCurl(operation, window.location.origin);
  return (
    <section ref={ref} className={`shrink-x panel ${classes['operation']}`} aria-label={operationId}>
      <h2>{operationId}</h2>
      <p className="anywhere mono">
        <strong>{method}</strong> {path}
      </p>
      <p>{summary}</p>
      <p className="mut">Requires: {NEED_LABELS[operation['x-needs'] as AccessNeed]}</p>
      {parameters.length > 0 && <h3>Parameters</h3>}
      <ul className={`grid gap-4 ${classes['schema']}`}>
        {parameters.map(({ name, in: location, required, schema }) => (
          <li key={name}>
            <code className="strong">{name}</code>{' '}
            <span className="mut">
              in the {location}: {describeType(schema)}
              {required ? '' : ', optional'}
            </span>
          </li>
        ))}
      </ul>
      {body && (
        <>
          <h3>Body ({body.type})</h3>
          <SchemaView schema={body.schema} />
        </>
      )}
      {done && (
        <>
          <h3>Response {done.status}</h3>
          {done.schema ? <SchemaView schema={done.schema} /> : <p>{done.description}</p>}
        </>
      )}
      <h3>Errors</h3>
      <ul className={`grid gap-4 ${classes['schema']}`}>
        {refusals.map(({ status, description }) => (
          <li key={status}>
            <code className="strong">{status === 'default' ? 'others' : status}</code>{' '}
            <span className="mut">{description.replaceAll('\n', ' · ')}</span>
          </li>
        ))}
      </ul>
      <h3>Example</h3>
      <ScrollBox label="Example">
        <pre className="code-block">{example}</pre>
      </ScrollBox>
      <CopyTextButton text={example} label="Copy example" mt={8} />
    </section>
  );
}
