import { Button, Progress as Bar } from '@mantine/core';
import { bytes, count, plural } from '../../shared/lib/format';
import type { Progress } from './useSending';

/** How far the files are, and that a broken line is waited for. */
export function SendingNote({ progress, stop }: { progress: Progress; stop: () => void }) {
  const { files, sent, there, waits } = progress;
  return (
    <div className="col" style={{ gap: 6, marginTop: 10 }}>
      <Bar
        size={6}
        value={progress.bytes > 0 ? (100 * progress.sentBytes) / progress.bytes : 100}
        animated={waits !== null}
        aria-label="Files sent"
      />
      <div className="row">
        <p className="f12 t2 num grow" role="status">
          {waits === null ? (
            <>
              {count(sent)} of {count(files)} files, {bytes(progress.sentBytes)} of {bytes(progress.bytes)}
              {there > 0 && `; ${plural(there, 'was', 'were')} here already`}
            </>
          ) : (
            `The server cannot be reached. Trying again within ${waits} s; what has come is kept.`
          )}
        </p>
        <Button size="compact-xs" variant="default" onClick={stop}>
          Stop
        </Button>
      </div>
    </div>
  );
}
