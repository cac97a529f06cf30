import { Button, Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../shared/api/client';
import { ErrorNote } from '../../shared/ui/states';

interface Props {
  slug: string;
  path: string;
  title: string;
  button: string;
  children: ReactNode;
  onClose: () => void;
}

/** Something that is done to somebody else's work: what follows from it, and a reason that stays on record. */
export function WithReason({ slug, path, title, button, children, onClose }: Props) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: () => api.post(path, { reason: reason.trim() }),
    onSuccess: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [kind, where] }) =>
          kind === 'rows' && String(where).startsWith(`/projects/${slug}/review/`),
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className="col gap12"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate();
        }}
      >
        {children}
        <Textarea
          label="Why"
          description="One sentence; it stays on record."
          required
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        {act.isError && <ErrorNote error={act.error} safe="What you wrote is kept." />}
        <Button type="submit" color="no" loading={act.isPending} disabled={reason.trim() === ''}>
          {button}
        </Button>
      </form>
    </Modal>
  );
}
