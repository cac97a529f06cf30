import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core';
import { IconDots, IconDownload, IconFileText, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { download } from '../../../shared/lib/download';
import { plural } from '../../../shared/lib/format';
import { ErrorNote } from '../../../shared/ui/states';
import { useRemoveTrack, useTakeEmbedded } from '../api/hooks';
import type { SubtitleStream, TrackDetail, TrackRow, VideoDetail } from '../api/types';
import { TrackNotes } from './TrackNotes';

const AddSubtitles = lazy(() => import('./AddSubtitles'));

const trackName = (t: Pick<TrackRow, 'label' | 'language' | 'name'>): string =>
  [t.language !== 'und' && t.language, t.label].filter(Boolean).join(' · ') || t.name;

const streamName = (s: SubtitleStream): string =>
  [s.language && s.language !== 'und' ? s.language : null, s.title, s.codec].filter(Boolean).join(' · ');

interface Props {
  slug: string;
  video: VideoDetail;
  track: TrackDetail | undefined;
  chosen: string | null;
  onChoose: (track: string | null) => void;
  mayEdit: boolean;
}

/** Which subtitles are shown, and where they come from: a file, or a stream in the video. */
export function SubtitleTracks({ slug, video, track, chosen, onChoose, mayEdit }: Props) {
  const [adding, setAdding] = useState(false);
  const [notes, setNotes] = useState(false);
  const [sure, setSure] = useState(false);
  const take = useTakeEmbedded(slug, video.id);
  const remove = useRemoveTrack(slug, video.id);
  const row = video.subtitles.find((t) => t.id === chosen);
  const streams = video.probe?.subtitles ?? [];
  return (
    <>
      <div className="row tracks">
        {video.subtitles.length > 0 ? (
          <NativeSelect
            className="grow"
            aria-label="Subtitles"
            data={video.subtitles.map((t) => ({ value: t.id, label: trackName(t) }))}
            value={chosen ?? ''}
            onChange={(e) => onChoose(e.currentTarget.value)}
          />
        ) : (
          <span className="grow f13 t2">No subtitles yet</span>
        )}
        {mayEdit && (
          <Menu position="bottom-end" width={270} withinPortal onClose={() => setSure(false)}>
            <Menu.Target>
              <ActionIcon aria-label="Add or change subtitles">
                <IconDots size={17} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
                Add or replace from a file
              </Menu.Item>
              {streams.length > 0 && <Menu.Label>In the video</Menu.Label>}
              {streams.map((s) => (
                <Menu.Item
                  key={s.index}
                  disabled={!s.is_text || take.working}
                  leftSection={<IconFileText size={15} />}
                  onClick={() =>
                    take.ask.mutate({
                      stream: s.index,
                      language: s.language || 'und',
                      label: s.title || `stream ${s.index}`,
                    })
                  }
                >
                  Take {streamName(s)}
                  {!s.is_text && <div className="f12 t3">Pictures, not text</div>}
                </Menu.Item>
              ))}
              {row && (
                <>
                  <Menu.Divider />
                  <Menu.Item
                    leftSection={<IconDownload size={15} />}
                    onClick={() =>
                      void download(
                        `/projects/${slug}/videos/${video.id}/subtitles/${row.id}/original`,
                        row.name,
                      )
                    }
                  >
                    Download the original
                  </Menu.Item>
                  <Menu.Item
                    color="no"
                    leftSection={<IconTrash size={15} />}
                    closeMenuOnClick={sure}
                    onClick={() =>
                      sure ? remove.mutate(row.id, { onSuccess: () => onChoose(null) }) : setSure(true)
                    }
                  >
                    {sure ? 'Press again to remove it' : `Remove ${trackName(row)}`}
                    {sure && <div className="f12 t3">Items keep the lines they quote.</div>}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {mayEdit && video.subtitles.length === 0 && (
        <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
          Add subtitles
        </Button>
      )}
      {row && (row.notes > 0 || row.encoding_guessed) && (
        <button type="button" className="linkish slim" aria-expanded={notes} onClick={() => setNotes(!notes)}>
          {[
            row.notes > 0 && plural(row.notes, 'note'),
            row.encoding_guessed && `encoding guessed: ${row.encoding}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </button>
      )}
      {notes && track && <TrackNotes notes={track.notes} />}
      {take.ask.isError && <ErrorNote error={take.ask.error} />}
      {take.working && (
        <p className="f12 t2" role="status">
          A worker takes the lines out of the video.
        </p>
      )}
      {take.job?.state.toLowerCase() === 'failed' && (
        <p className="note no f12" role="alert">
          {take.job.message || 'The lines could not be taken out of the video.'}
        </p>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
      {adding && (
        <Suspense>
          <AddSubtitles
            slug={slug}
            video={video.id}
            onAdded={(added) => {
              setAdding(false);
              onChoose(added);
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
