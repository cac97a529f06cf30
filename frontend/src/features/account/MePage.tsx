import { SegmentedControl, Switch } from '@mantine/core';
import { useMantineColorScheme } from '@mantine/core';
import { useMe } from '../../shared/api/session';
import { useDensity } from '../../shared/lib/density';
import { usePage } from '../../shared/ui/chrome';
import { Card, Facts, PageHead } from '../../shared/ui/page';
import { DigestSettings } from './DigestSettings';
import { KeySettings } from './KeySettings';
import './account.css';
import { Tokens } from './Tokens';
import { UnwantedContent } from './UnwantedContent';

const SCHEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export default function MePage() {
  usePage({ title: 'Profile', crumbs: [{ label: 'Profile' }] });
  const me = useMe().data;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  return (
    <div className="dash">
      <PageHead
        title={me?.display_name || 'Profile'}
        sub="Theme, density and keys are kept in this browser; what you do not want to see, in your account."
      />
      <div className="dgrid">
        <Card title="Person" span={6}>
          <Facts
            items={[
              ['User name', me?.username],
              ['Administrator', me?.is_administrator ? 'yes' : 'no'],
              ...(me?.memberships ?? []).map((m) => [m.project.name, m.roles.join(', ')] as const),
            ]}
          />
        </Card>
        <Card title="Look" span={6}>
          <div className="formrow">
            <span id="l-theme">Theme</span>
            <SegmentedControl
              aria-labelledby="l-theme"
              value={colorScheme}
              onChange={(v) => setColorScheme(v as 'auto' | 'light' | 'dark')}
              data={SCHEMES}
            />
          </div>
          <div className="formrow">
            <span>Compact rows</span>
            <Switch
              checked={density === 'compact'}
              onChange={(e) => setDensity(e.currentTarget.checked ? 'compact' : 'comfortable')}
              aria-label="Compact rows"
            />
          </div>
        </Card>
        <UnwantedContent />
        <DigestSettings />
        <Tokens />
        <KeySettings />
      </div>
    </div>
  );
}
