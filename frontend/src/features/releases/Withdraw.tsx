import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import { ErrorNote } from '../../shared/ui/states';

/** Takes a release back for good: what vanishes, the reason that everybody will read, the version typed out. */
export function Withdraw({ slug, version }: { slug: string; version: string }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const withdraw = useMutation({
    mutationFn: () =>
      api.post(`/projects/${slug}/releases/${version}/withdraw`, { version: typed.trim(), reason }),
    onSuccess: () => {
      setOpen(false);
      void client.invalidateQueries({ queryKey: ['release', slug] });
      void client.invalidateQueries({ queryKey: ['releases', slug] });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={`Withdraw release ${version}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          className="col gap12"
          onSubmit={(e) => {
            e.preventDefault();
            withdraw.mutate();
          }}
        >
          <p className="f13">
            From now on nobody can fetch any file or row of it, by any address. Its number, its digest and
            your reason stay. This cannot be undone; a new release can follow.
          </p>
          <Textarea
            label="Why"
            description="One sentence. Everybody who asks for this release reads it."
            required
            autosize
            minRows={2}
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={`Type ${version} to withdraw it`}
            required
            autoComplete="off"
            value={typed}
            onChange={(e) => setTyped(e.currentTarget.value)}
          />
          {withdraw.isError && <ErrorNote error={withdraw.error} />}
          <Button
            type="submit"
            color="no"
            disabled={typed.trim().replace(/^v/i, '') !== version}
            loading={withdraw.isPending}
          >
            Withdraw for good
          </Button>
        </form>
      </Modal>
    </>
  );
}
