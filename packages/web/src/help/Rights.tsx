import {
  api,
  type ApiKey,
  CALLER_LABELS,
  CALLERS,
  type AccessNeed,
  NEED_LABELS,
  ALLOWED_CALLERS,
} from '@northlight/contract';
import { HelpTable } from './HelpTable.tsx';

const NEEDS = Object.keys(ALLOWED_CALLERS) as AccessNeed[];
const listEndpointKeys = (need: AccessNeed): ApiKey[] =>
  (Object.keys(api) as ApiKey[]).filter((key) => api[key].needs === need);

/** Lists the callers that each requirement allows, and the operations with this requirement. */
export function Rights() {
  return (
    <>
      <HelpTable
        label="Permissions"
        heads={['Permission', ...CALLERS.map((caller) => CALLER_LABELS[caller])]}
        rows={NEEDS.map((need) => ({
          key: need,
          cells: [
            <strong key="need">{NEED_LABELS[need]}</strong>,
            ...CALLERS.map((caller) => (ALLOWED_CALLERS[need].includes(caller) ? 'yes' : '–')),
          ],
        }))}
      />
      {NEEDS.map((need) => (
        <details key={need} className="above">
          <summary className="strong">
            {NEED_LABELS[need]}: operations ({listEndpointKeys(need).length})
          </summary>
          <ul>
            {listEndpointKeys(need).map((key) => (
              <li key={key}>{api[key].summary}</li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}
