import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT } from '../../kit/format/index.ts';
import { Card, Page } from '../../kit/page/index.ts';
import { Facts } from '../../ui/Facts.tsx';
import classes from './settings.module.css';

export function AboutPage() {
  const health = useQuery(createQuery('health', {})).data;
  return (
    <Page title="Version">
      <div className={`grid gap-12 ${classes['columns']}`}>
        <Card title="Northlight">
          <Facts
            items={[
              { label: 'Server', value: health?.version ?? ABSENT },
              { label: 'State', value: health ? 'Running' : 'Unreachable' },
              {
                label: 'API',
                value: <a href="/api/openapi.json">openapi.json</a>,
              },
              { label: 'Browser', value: navigator.userAgent },
            ]}
          />
        </Card>
        <Card title="Attributions">
          <p>
            Countries, provinces and cities:{' '}
            <Anchor href="https://www.geonames.org" target="_blank" underline="always" inherit>
              GeoNames
            </Anchor>
            , under the licence{' '}
            <Anchor
              href="https://creativecommons.org/licenses/by/4.0/"
              target="_blank"
              underline="always"
              inherit
            >
              CC BY 4.0
            </Anchor>
            ; positions are rounded.
          </p>
        </Card>
      </div>
    </Page>
  );
}
