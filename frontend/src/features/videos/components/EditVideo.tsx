import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../../shared/ui/states';
import { useEditVideo, type VideoEdit } from '../api/hooks';
import type { VideoDetail } from '../api/types';
import { AboutFields } from './AboutFields';

export default function EditVideo({
  slug,
  video,
  onClose,
}: {
  slug: string;
  video: VideoDetail;
  onClose: () => void;
}) {
  const { source, external_id, domain, content_warnings, rights } = video;
  const [value, setValue] = useState<VideoEdit>({
    source,
    external_id,
    domain,
    content_warnings: [...content_warnings],
    ...rights,
  });
  const edit = useEditVideo(slug, video.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Source, rights and warnings"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AboutFields value={value} onChange={setValue} />
      <TextInput
        mt={10}
        label="Id"
        description="Your own name for the video; question files refer to it."
        value={value.external_id}
        maxLength={500}
        onChange={(e) => setValue({ ...value, external_id: e.currentTarget.value })}
      />
      {edit.isError && <ErrorNote error={edit.error} safe="Your text is kept." />}
      <Button mt={12} loading={edit.isPending} onClick={() => edit.mutate(value, { onSuccess: onClose })}>
        Save
      </Button>
    </Modal>
  );
}
