import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useMe } from '../shared/api/session';
import { ErrorNote, Loading } from '../shared/ui/states';
import { AppFrame } from './frame/AppFrame';
import { NotFoundPage } from './NotFoundPage';
import { PageBoundary } from './PageBoundary';

/** What somebody may ask for without an account; the server decides what of it is public (RL54). */
const OPEN = /^\/(open(\/[^/]+)?|p\/[^/]+\/releases\/(?!new$)[^/]+)$/;

const OpenPages = lazy(() => import('./OpenPages'));
const LoginPage = lazy(() => import('../features/account/LoginPage'));
const WorkPage = lazy(() => import('../features/work/WorkPage'));
const OverviewPage = lazy(() => import('../features/projects/OverviewPage'));
const ReviewPage = lazy(() => import('../features/review/ReviewPage'));
const RoundsPage = lazy(() => import('../features/rounds/RoundsPage'));
const MotionsPage = lazy(() => import('../features/motions/MotionsPage'));
const CalibrationPage = lazy(() => import('../features/motions/CalibrationPage'));
const MotionPage = lazy(() => import('../features/motions/MotionPage'));
const AvatarsPage = lazy(() => import('../features/motions/AvatarsPage'));
const JointsPage = lazy(() => import('../features/motions/JointsPage'));
const ImportPage = lazy(() => import('../features/imports/ImportPage'));
const MappingPage = lazy(() => import('../features/imports/MappingPage'));
const TermsPage = lazy(() => import('../features/imports/TermsPage'));
const ScenesPage = lazy(() => import('../features/scenes/ScenesPage'));
const ScenePage = lazy(() => import('../features/scenes/ScenePage'));
const EpisodesPage = lazy(() => import('../features/episodes/EpisodesPage'));
const EpisodePage = lazy(() => import('../features/episodes/EpisodePage'));
const ComposePage = lazy(() => import('../features/episodes/ComposePage'));
const RenderPage = lazy(() => import('../features/episodes/RenderPage'));
const VideosPage = lazy(() => import('../features/videos/VideosPage'));
const RegisterPage = lazy(() => import('../features/videos/RegisterPage'));
const VideoPage = lazy(() => import('../features/videos/VideoPage'));
const G2VideosPage = lazy(() => import('../features/g2/VideosPage'));
const G2AuthorPage = lazy(() => import('../features/g2/AuthorPage'));
const RubricsPage = lazy(() => import('../features/g2/RubricsPage'));
const ProgressPage = lazy(() => import('../features/progress/ProgressPage'));
const AgreementPage = lazy(() => import('../features/agreement/AgreementPage'));
const SplitsPage = lazy(() => import('../features/splits/SplitsPage'));
const ReleasesPage = lazy(() => import('../features/releases/ReleasesPage'));
const NewReleasePage = lazy(() => import('../features/releases/NewReleasePage'));
const ReleasePage = lazy(() => import('../features/releases/ReleasePage'));
const WithdrawalsPage = lazy(() => import('../features/withdrawals/WithdrawalsPage'));
const PeoplePage = lazy(() => import('../features/admin/PeoplePage'));
const JobsPage = lazy(() => import('../features/admin/JobsPage'));
const ItemsPage = lazy(() => import('../features/items/ItemsPage'));
const QueuesPage = lazy(() => import('../features/items/QueuesPage'));
const ItemImportPage = lazy(() => import('../features/items/ItemImportPage'));
const G1Page = lazy(() => import('../features/g1/G1Page'));
const DraftingPage = lazy(() => import('../features/drafting/DraftingPage'));
const NewDraftRunPage = lazy(() => import('../features/drafting/NewRunPage'));
const DraftMeasuresPage = lazy(() => import('../features/drafting/MeasuresPage'));
const DraftRunPage = lazy(() => import('../features/drafting/RunPage'));
const ItemPage = lazy(() => import('../features/items/ItemPage'));
const EndpointsPage = lazy(() => import('../features/endpoints/EndpointsPage'));
const CallsPage = lazy(() => import('../features/endpoints/CallsPage'));
const CallPage = lazy(() => import('../features/endpoints/CallPage'));
const AccessPage = lazy(() => import('../features/access/AccessPage'));
const OpenProjectsPage = lazy(() => import('../features/access/OpenProjectsPage'));
const OpenProjectPage = lazy(() => import('../features/access/OpenProjectPage'));
const HistoryPage = lazy(() => import('../features/items/HistoryPage'));
const ThreadPage = lazy(() => import('../features/items/ThreadPage'));
const InboxPage = lazy(() => import('../features/inbox/InboxPage'));
const AuditPage = lazy(() => import('../features/admin/AuditPage'));
const MePage = lazy(() => import('../features/account/MePage'));

function SignedIn() {
  const [location] = useLocation();
  return (
    <AppFrame>
      <PageBoundary at={location}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <WorkPage />
            </Route>
            <Route path="/me">
              <MePage />
            </Route>
            <Route path="/inbox">
              <InboxPage />
            </Route>
            <Route path="/audit">
              <AuditPage />
            </Route>
            <Route path="/open">
              <OpenProjectsPage />
            </Route>
            <Route path="/open/:slug">{(p) => <OpenProjectPage slug={p.slug} />}</Route>
            <Route path="/p/:slug">{(p) => <OverviewPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/review/:lease?">
              {(p) => <ReviewPage slug={p.slug} lease={p.lease} />}
            </Route>
            <Route path="/p/:slug/rounds">{(p) => <RoundsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/motions">{(p) => <MotionsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/motions/calibration">{(p) => <CalibrationPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/avatars">{(p) => <AvatarsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/motions/:id/joints">{(p) => <JointsPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/motions/:id">{(p) => <MotionPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/import/mapping/:id">{(p) => <MappingPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/import/terms/:id">{(p) => <TermsPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/import/:id?">{(p) => <ImportPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/scenes">{(p) => <ScenesPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/scenes/:id">
              {(p) => <ScenePage key={p.id} slug={p.slug} id={p.id} />}
            </Route>
            <Route path="/p/:slug/compose">{(p) => <ComposePage slug={p.slug} />}</Route>
            <Route path="/p/:slug/episodes">{(p) => <EpisodesPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/episodes/:id">{(p) => <EpisodePage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/render">{(p) => <RenderPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/videos">{(p) => <VideosPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/videos/register/:id?">
              {(p) => <RegisterPage slug={p.slug} id={p.id} />}
            </Route>
            <Route path="/p/:slug/videos/:id">{(p) => <VideoPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/endpoints">{(p) => <EndpointsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/calls">{(p) => <CallsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/calls/:id">{(p) => <CallPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/queues">{(p) => <QueuesPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/items">{(p) => <ItemsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/items/import/:id?">
              {(p) => <ItemImportPage slug={p.slug} id={p.id} />}
            </Route>
            <Route path="/p/:slug/items/:id/history">{(p) => <HistoryPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/threads/:id">{(p) => <ThreadPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/audit">{(p) => <AuditPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/items/:id">{(p) => <ItemPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/g1/:item?">{(p) => <G1Page slug={p.slug} item={p.item} />}</Route>
            <Route path="/p/:slug/g2">{(p) => <G2VideosPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/g2/:video">{(p) => <G2AuthorPage slug={p.slug} id={p.video} />}</Route>
            <Route path="/p/:slug/rubrics">{(p) => <RubricsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/drafting">{(p) => <DraftingPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/drafting/new">{(p) => <NewDraftRunPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/drafting/measures">{(p) => <DraftMeasuresPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/drafting/:id">{(p) => <DraftRunPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/progress">{(p) => <ProgressPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/agreement">{(p) => <AgreementPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/splits/:id?">{(p) => <SplitsPage slug={p.slug} id={p.id} />}</Route>
            <Route path="/p/:slug/releases">{(p) => <ReleasesPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/releases/new">{(p) => <NewReleasePage slug={p.slug} />}</Route>
            <Route path="/p/:slug/releases/:version">
              {(p) => <ReleasePage slug={p.slug} version={p.version} />}
            </Route>
            <Route path="/p/:slug/access">{(p) => <AccessPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/withdrawals">{(p) => <WithdrawalsPage slug={p.slug} />}</Route>
            <Route path="/p/:slug/people">{(p) => <PeoplePage slug={p.slug} />}</Route>
            <Route path="/p/:slug/jobs">{(p) => <JobsPage slug={p.slug} />}</Route>
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </PageBoundary>
    </AppFrame>
  );
}

export function Routes() {
  const me = useMe();
  const [location] = useLocation();
  if (me.isPending) return <Loading />;
  if (me.isError) return <ErrorNote error={me.error} retry={() => void me.refetch()} />;
  if (!me.data) {
    const open = OPEN.test(location);
    if (!open && location !== '/login')
      return <Redirect to={`/login?next=${encodeURIComponent(location + window.location.search)}`} replace />;
    return <Suspense fallback={<Loading />}>{open ? <OpenPages /> : <LoginPage />}</Suspense>;
  }
  if (location === '/login') {
    const next = new URLSearchParams(window.location.search).get('next') ?? '/';
    return <Redirect to={/^\/(?![/\\])/.test(next) ? next : '/'} replace />;
  }
  return <SignedIn />;
}
