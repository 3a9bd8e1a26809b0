import { SANDBOX_MODELLED, SANDBOX_NOT_MODELLED } from '@northlight/contract';
import { Card } from '../kit/page/index.ts';

/** Lists what a sandbox simulates, what it does not, and how it differs from its project. */
export function ModelLists({ notes = [] }: { readonly notes?: readonly string[] }) {
  return (
    <>
      {notes.length > 0 && (
        <Card title="Differences from the project">
          <TextList items={notes} />
        </Card>
      )}
      <Card title="Simulated like the real network">
        <TextList items={SANDBOX_MODELLED} />
      </Card>
      <Card title="Not simulated">
        <TextList items={SANDBOX_NOT_MODELLED} />
      </Card>
    </>
  );
}

const TextList = ({ items }: { readonly items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
