import {
  formatBand,
  SECURITY_MODE_LABELS,
  type Template,
  type TemplateContent,
  type TemplatePolicy,
} from '@northlight/contract';
import { Section } from '../kit/page/index.ts';
import { PolicyPassword } from './PolicyPassword.tsx';

interface TemplateContentsProps {
  readonly template: Template;
  readonly onChanged: () => Promise<unknown>;
}

/** Lists the contents of a template in the order in which they are applied. */
export function TemplateContents({ onChanged, template }: TemplateContentsProps) {
  const { content, secrets } = template;
  return (
    <>
      {content.vlans.length > 0 && (
        <Section title="VLANs">
          <ul className="grid gap-10">
            {content.vlans.map((vlan) => (
              <li key={vlan.id} className="grid gap-4">
                <strong>
                  VLAN {vlan.id} {vlan.name}
                </strong>
                <span className="mut anywhere">
                  {vlan.ip}/{vlan.prefix}, {formatPool(content, vlan.id)}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {content.policies.length > 0 && (
        <Section title="Wireless policies">
          <ul className="grid gap-10">
            {content.policies.map((policy) => (
              <li key={policy.id} className="grid gap-4">
                <strong>{policy.name}</strong>
                <span className="mut anywhere">{formatPolicy(policy)}</span>
                {secrets[policy.id] !== 'none' && (
                  <PolicyPassword
                    templateId={template.id}
                    policy={policy}
                    kept={secrets[policy.id] === 'kept'}
                    onChanged={onChanged}
                  />
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function formatPool({ dhcpPools }: TemplateContent, vlanId: number): string {
  const pool = dhcpPools.find((each) => each.vlanId === vlanId);
  return pool ? `addresses ${pool.start} – ${pool.end}` : 'without DHCP pool';
}

const formatPolicy = ({ bands, guest, security, ssid, ssid5g, vlanId }: TemplatePolicy): string =>
  [
    ssid5g === undefined ? ssid : `${ssid}, 5G ${ssid5g}`,
    bands.map(formatBand).join(' and '),
    SECURITY_MODE_LABELS[security.mode],
    ...(vlanId === undefined ? [] : [`VLAN ${vlanId}`]),
    ...(guest ? ['guests'] : []),
  ].join(' · ');
