import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { dateTime, plural } from '../../../shared/lib/format';
import { StateChip } from '../../../shared/ui/chips';
import { Copy } from '../../../shared/ui/page';
import { timecode } from '../../../shared/video';
import { isCutting, useClip, useMakeClip, videoKey } from '../api/hooks';
import type { PreparedClip } from '../api/types';
import { clipName, downloadName } from '../model/clipNames';

interface RowProps {
  slug: string;
  video: string;
  videoName: string;
  clip: PreparedClip;
  playing: boolean;
  onPlay: (id: string | null) => void;
}

function Row({ slug, video, videoName, clip: known, playing, onPlay }: RowProps) {
  const client = useQueryClient();
  const watched = useClip(slug, isCutting(known.state) ? known.id : null);
  const clip = watched.data ?? known;
  const again = useMakeClip(slug, video);
  const name = clipName(clip);
  const ended = !isCutting(clip.state) && isCutting(known.state);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: videoKey(slug, video) });
  }, [ended, client, slug, video]);
  return (
    <li className={playing ? 'made on' : 'made'}>
      <div className="row">
        <span className="grow clip-text" title={name}>
          <b>{name}</b>
        </span>
        <StateChip state={clip.state} />
      </div>
      <div className="row">
        <span className="grow f12 t3 num">
          {clip.frame_count !== null && plural(clip.frame_count, 'frame')}
          {clip.duration_s !== null && `, ${timecode(clip.duration_s)}`} · {dateTime(clip.created_at)}
        </span>
        {clip.state === 'ready' && clip.video_url && (
          <>
            <Button
              size="compact-xs"
              variant={playing ? 'filled' : 'default'}
              leftSection={<IconPlayerPlay size={13} />}
              aria-pressed={playing}
              onClick={() => onPlay(playing ? null : clip.id)}
            >
              {playing ? 'Playing' : 'Play'}
            </Button>
            <Tooltip label="Download">
              <ActionIcon
                size={24}
                component="a"
                href={clip.video_url}
                download={downloadName(videoName, clip)}
                aria-label={`Download ${name}`}
              >
                <IconDownload size={15} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        {clip.segments && (
          <Copy value={JSON.stringify(clip.segments)} label={`Copy the segments of ${name}`} />
        )}
        {clip.state === 'failed' && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={13} />}
            loading={again.isPending}
            onClick={() => again.mutate({ segments: clip.segments, title: clip.title })}
          >
            Try again
          </Button>
        )}
      </div>
      {isCutting(clip.state) && (
        <>
          <Progress
            size={4}
            animated={clip.state !== 'queued'}
            value={100}
            aria-label={`${name}: being cut`}
          />
          <p className="f12 t2" role="status">
            {clip.state === 'queued' ? 'Waits for a worker.' : 'Being cut, frame by frame.'}
          </p>
        </>
      )}
      {clip.error && (
        <p className="note no f12" role="alert">
          {clip.error}
        </p>
      )}
    </li>
  );
}

/** The clips that were made of the video, the newest first. */
export function MadeClips({
  slug,
  video,
  videoName,
  clips,
  playing,
  onPlay,
}: {
  slug: string;
  video: string;
  videoName: string;
  clips: readonly PreparedClip[];
  playing: string | null;
  onPlay: (id: string | null) => void;
}) {
  if (clips.length === 0) return null;
  return (
    <section aria-label="Clips of this video">
      <h2 className="madehead">Clips of this video</h2>
      <ul className="mades">
        {clips.map((clip) => (
          <Row
            key={clip.id}
            slug={slug}
            video={video}
            videoName={videoName}
            clip={clip}
            playing={clip.id === playing}
            onPlay={onPlay}
          />
        ))}
      </ul>
    </section>
  );
}
