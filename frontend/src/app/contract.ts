/** Checked by the compiler only: every field that a page names is one that the server describes. A renamed field in
 *  the API shows up here as soon as the types are generated again. */
import type {
  Composition,
  CompositionReport,
  EpisodeCheck,
  EpisodeDetail,
  EpisodeRow,
  Refusal,
  RenderRow,
  GroupReport,
} from '../features/episodes/api';
import type { CollectionInfo, ImportDetail, ImportInfo, ImportRow } from '../features/imports/api';
import type { Next, Nothing, Queue, WaitingGroup } from '../features/g1/api';
import type { ProjectRubric, Recorded, VideoToWriteAbout, Watched } from '../features/g2/api';
import type { Mark } from '../features/g2/model/marks';
import type { Beat } from '../shared/desk/api';
import type { ItemImportDetail, ItemImportInfo, ItemImportRow } from '../features/items/api';
import type { AuditEvent } from '../features/admin/AuditPage';
import type { Digest } from '../features/account/DigestSettings';
import type { InboxLine } from '../features/inbox/api';
import type { Check, MotionDetail, MotionRow } from '../features/motions/api';
import type { SceneDetail, SceneInstance, SceneMap, SceneRow } from '../features/scenes/api';
import type {
  PreparedClip,
  RegistrationDetail,
  RegistrationInfo,
  RegistrationRow,
  SubtitlePreview,
  TrackDetail,
  TrackRow,
  Upload,
  VideoDetail,
  VideoRow,
} from '../features/videos/api/types';
import type * as server from '../shared/api/generated';
import type {
  HistoryDecision,
  HistoryOrigin,
  HistoryRevision,
  HistoryRound,
  ItemHistory,
} from '../shared/history/api';
import type { CommentInfo, Mentionable, Shown, ThreadInfo, ThreadsInfo } from '../shared/talk/api';
import type { Clip, JobInfo, Me, ProjectRef } from '../shared/api/types';
import type { ItemDetail, ItemRow, Revision, Submitted } from '../shared/desk';
import type { Content, Problem, Saved } from '../shared/items';
import type { Category, Guideline, RubricFamily, TaskKind, Taxonomy } from '../shared/taxonomy';

type Unknown<Ours, Server> = Exclude<keyof Ours, keyof Server>;
type None<T extends never> = T;

export type Contract = [
  None<Unknown<Me, server.Me>>,
  None<Unknown<ProjectRef, server.Project>>,
  None<Unknown<Omit<JobInfo, 'actor'>, server.JobDetail>>,
  None<Unknown<Clip, server.Clip>>,
  None<Unknown<MotionRow, server.MotionRow>>,
  None<Unknown<MotionDetail, server.MotionDetail>>,
  None<Unknown<Omit<Check, 'series_url'>, server.MotionCheck>>,
  None<Unknown<ImportInfo, server.Import>>,
  None<Unknown<ImportDetail, server.ImportDetail>>,
  None<Unknown<ImportRow, server.ImportRow>>,
  None<Unknown<CollectionInfo, server.Collection>>,
  None<Unknown<SceneRow, server.SceneRow>>,
  None<Unknown<SceneDetail, server.Scene>>,
  None<Unknown<SceneInstance, server.SceneInstance>>,
  None<Unknown<SceneMap, server.SceneMap>>,
  None<Unknown<EpisodeRow, server.MaintainedEpisodeRow>>,
  None<Unknown<EpisodeDetail, server.Episode>>,
  None<Unknown<EpisodeCheck, server.Check>>,
  None<Unknown<RenderRow, server.Render>>,
  None<Unknown<GroupReport, server.GroupReport>>,
  None<Unknown<Refusal, server.Refusal>>,
  None<Unknown<Composition, server.CompositionDetail>>,
  None<Unknown<CompositionReport, server.CompositionReport>>,
  None<Unknown<VideoRow, server.VideoRow>>,
  None<Unknown<VideoDetail, server.VideoDetail>>,
  None<Unknown<PreparedClip, server.ClipRow>>,
  None<Unknown<TrackRow, server.SubtitleRow>>,
  None<Unknown<TrackDetail, server.Subtitles>>,
  None<Unknown<SubtitlePreview, server.AddedSubtitles>>,
  None<Unknown<Upload, server.Upload>>,
  None<Unknown<RegistrationInfo, server.Registration>>,
  None<Unknown<RegistrationDetail, server.RegistrationDetail>>,
  None<Unknown<RegistrationRow, server.RegistrationRow>>,
  None<Unknown<Queue, server.ItemQueue>>,
  None<Unknown<WaitingGroup, server.WaitingGroup>>,
  None<Unknown<Next, server.NextItem>>,
  None<Unknown<Nothing, server.NoItem>>,
  None<Unknown<Beat, server.Beat>>,
  None<Unknown<VideoToWriteAbout, server.VideoToWriteAbout>>,
  None<Unknown<Watched, server.Watched>>,
  None<Unknown<Recorded, server.Recorded>>,
  None<Unknown<Mark, server.Mark>>,
  None<Unknown<ProjectRubric, server.ProjectRubricFamily>>,
  None<Unknown<ItemRow, server.ItemRow>>,
  None<Unknown<ItemDetail, server.ItemDetail>>,
  None<Unknown<Revision, server.Revision>>,
  None<Unknown<Content, server.ItemContent>>,
  None<Unknown<Problem, server.ItemProblem>>,
  None<Unknown<Saved, server.SavedDraft>>,
  None<Unknown<Submitted, server.SubmittedItem>>,
  None<Unknown<ItemImportInfo, server.ItemImport>>,
  None<Unknown<ItemImportDetail, server.ItemImportDetail>>,
  None<Unknown<ItemImportRow, server.ItemImportRow>>,
  None<Unknown<Taxonomy, server.Taxonomy>>,
  None<Unknown<Category, server.Category>>,
  None<Unknown<TaskKind, server.TaskKind>>,
  None<Unknown<RubricFamily, server.RubricFamily>>,
  None<Unknown<Guideline, server.Guideline>>,
  None<Unknown<InboxLine, server.InboxLine>>,
  None<Unknown<Digest, server.Digest>>,
  None<Unknown<AuditEvent, server.AuditEvent>>,
  None<Unknown<ItemHistory, server.ItemHistory>>,
  None<Unknown<HistoryOrigin, server.HistoryOrigin>>,
  None<Unknown<HistoryRevision, server.HistoryRevision>>,
  None<Unknown<HistoryRound, server.HistoryRound>>,
  None<Unknown<HistoryDecision, server.HistoryDecision>>,
  None<Unknown<ThreadsInfo, server.Threads>>,
  None<Unknown<ThreadInfo, server.Thread>>,
  None<Unknown<CommentInfo, server.Comment>>,
  None<Unknown<Shown, server.ShownPerson>>,
  None<Unknown<Mentionable, server.Mentionable>>,
];
