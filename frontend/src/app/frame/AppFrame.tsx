import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from '../../shared/keys';
import { useChrome } from '../../shared/ui/chrome';
import { OfflineBar } from './OfflineBar';
import { Rail } from './Rail';
import { TopBar } from './TopBar';
import { useJumpKeys } from './jumps';
import { useCurrentProject } from './project';

const Palette = lazy(() => import('./Palette'));
const HelpSheet = lazy(() => import('./HelpSheet'));

export function AppFrame({ children }: { children: ReactNode }) {
  const { page } = useChrome();
  const project = useCurrentProject();
  const [location] = useLocation();
  const [help, setHelp] = useState(false);
  const [narrow, setNarrow] = useState(() => localStorage.getItem('affectory.rail') === 'narrow');
  const [palette, setPalette] = useState(false);
  useJumpKeys(project);
  useKeys({ palette: () => setPalette(true), help: () => setHelp((open) => !open) });
  const toggle = () =>
    setNarrow((v) => {
      localStorage.setItem('affectory.rail', v ? 'wide' : 'narrow');
      return !v;
    });
  const wide = !page.workbench && !narrow;
  return (
    <div className={wide ? 'app wide' : 'app'}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <TopBar project={project} onPalette={() => setPalette(true)} />
      <Rail project={project} wide={wide} onToggle={page.workbench ? undefined : toggle} />
      <main className="main" id="content" tabIndex={-1}>
        {!page.workbench && <OfflineBar />}
        {project?.is_synthetic && location.startsWith('/p/') && (
          <div className="ribbon" role="note">
            Synthetic demo data: generated motions, not people. Not for research claims.
          </div>
        )}
        {children}
      </main>
      <Suspense>
        {palette && (
          <Palette project={project} onClose={() => setPalette(false)} onHelp={() => setHelp(true)} />
        )}
        {help && <HelpSheet onClose={() => setHelp(false)} />}
      </Suspense>
    </div>
  );
}
