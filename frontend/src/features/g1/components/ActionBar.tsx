import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { K, useKeyName, usePageKeys } from '../../../shared/keys';
import { plural } from '../../../shared/lib/format';

interface Props {
  unchanged: boolean;
  isProposal: boolean;
  played: number;
  armed: boolean;
  hint: string;
  busy: boolean;
  blocking: number;
  /** Something has to be decided before anything is sent. */
  stopped: boolean;
  asleep: boolean;
  onSkip: () => void;
  onDiscard: () => void;
  onConfirm: () => void;
  onSubmit: () => void;
}

/** How an item ends: submitted, confirmed as it came, skipped, discarded. */
export function ActionBar(props: Props) {
  const { unchanged, isProposal, played, armed, hint, busy, blocking, stopped, asleep } = props;
  const discardKey = useKeyName('discard');
  usePageKeys(
    {
      ...(isProposal && { confirm: () => unchanged && props.onConfirm() }),
      submit: () => !stopped && props.onSubmit(),
    },
    !asleep && !busy,
  );
  const says = armed
    ? 'Press again to confirm it as it is.'
    : unchanged && played < 1
      ? hint || `Played ${Math.floor(played * 100)} % of the clip`
      : blocking > 0
        ? `${plural(blocking, 'thing')} to see to before it can be submitted`
        : '';
  return (
    <div className="wb-bar" data-coach="end">
      <p className={armed ? 'wb-says armed f12' : 'wb-says f12 t2'} role="status">
        {says}
      </p>
      <div className="row wb-ends">
        <Button
          variant="subtle"
          color="gray"
          rightSection={<K id="skip" />}
          onClick={props.onSkip}
          disabled={busy}
          px={8}
        >
          Skip
        </Button>
        {isProposal && (
          <Tooltip label={`Discard the draft with a reason (${discardKey})`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              onClick={props.onDiscard}
              disabled={busy}
              aria-label="Discard"
            >
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <span className="end" />
        {isProposal && (
          <Button
            variant={armed ? 'filled' : 'default'}
            onClick={props.onConfirm}
            disabled={!unchanged || stopped}
            rightSection={<K id="confirm" fill={armed} />}
            px={10}
          >
            {armed ? 'Confirm' : 'Unchanged'}
          </Button>
        )}
        <Button
          onClick={props.onSubmit}
          loading={busy}
          disabled={stopped || unchanged}
          rightSection={<K id="submit" fill />}
          px={12}
        >
          Submit
        </Button>
      </div>
    </div>
  );
}
